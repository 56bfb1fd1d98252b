import { BuildRunDetail, getBuildRun } from '@slipway/contracts';
import { buildPage } from '../build-page.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'get_build',
  title: 'Get a build',
  description:
    'Returns one build run with its steps, artifacts and investigation, without its log. For the cause of a failure use ' +
    'get_build_failure, for log lines read_build_log, to wait until it ends wait_for_build.',
  toolset: 'builds',
  endpoints: [getBuildRun],
  input: argumentsOf({ project, build_id: buildId }),
  output: BuildRunDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, build_run_id: input.build_id };
    const data = await context.client.call(getBuildRun, { params, signal: context.signal });
    return { summary: `Build ${data.id} is ${data.status}.`, data, next: [buildPage(data, context)] };
  },
});
