import type { Marked } from '@slipway/client';
import { type BuildRunDetail, findStaleBuilds, getBuildRun } from '@slipway/contracts';
import { isOver } from '@slipway/domain';
import Type from 'typebox';
import { buildPage } from '../build-page.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { describeState, MarkedBuildDetail, markBuild } from '../marked-builds.js';
import { DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS, waitUntil } from '../wait-until.js';

export const tool = defineTool({
  name: 'wait_for_build',
  title: 'Wait for a build',
  description:
    'Waits until a build has ended or the time is up, and returns it. Use it instead of calling get_build ' +
    'repeatedly. Returns immediately if the build has ended, or is stale because it stopped reporting.',
  toolset: 'builds',
  endpoints: [getBuildRun, findStaleBuilds],
  input: argumentsOf({
    project,
    build_id: buildId,
    timeout_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_WAIT_SECONDS,
        description: `How long to wait; ${DEFAULT_WAIT_SECONDS} unless set.`,
      }),
    ),
  }),
  output: MarkedBuildDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const request = { params: { project_id, build_run_id: input.build_id }, signal: context.signal };
    const isDone = ({ status, is_stale }: Marked<BuildRunDetail>) => isOver(status) || is_stale;
    const data = await waitUntil(
      {
        look: async () => markBuild(await context.client.call(getBuildRun, request), context),
        isDone,
        report: ({ status, steps }) =>
          context.reportProgress(steps.filter((step) => step.finished_at !== null).length, steps.length, status),
      },
      input.timeout_seconds ?? DEFAULT_WAIT_SECONDS,
      context,
    );
    const summary = isOver(data.status) ? `Build ${data.id} has ended: ${data.status}.` : describeState(data);
    const again = isDone(data) ? [] : ['It has not ended yet: call wait_for_build again to keep waiting.'];
    return { summary, data, next: [...again, buildPage(data, context)] };
  },
});
