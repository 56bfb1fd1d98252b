import { BuildRerun, rerunBuildRun } from '@slipway/contracts';
import { buildPage } from '../build-page.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'rerun_build',
  title: 'Run a build again',
  description:
    'Asks Jenkins, Buildkite or GitHub Actions to run a finished build again, which uses build machines: ask the user ' +
    'first. The new build appears when the tool reports it. Two calls for one build within a minute start it once.',
  toolset: 'builds',
  endpoints: [rerunBuildRun],
  input: argumentsOf({ project, build_id: buildId }),
  output: BuildRerun,
  async run({ project: reference, build_id }, context) {
    const { project_id } = await findProject(reference, context);
    const params = { project_id, build_run_id: build_id };
    const data = await context.client.call(rerunBuildRun, { params, signal: context.signal });
    return { summary: data.message, data, next: [buildPage({ project_id, id: build_id }, context)] };
  },
});
