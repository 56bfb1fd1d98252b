import { BuildRunDetail, type BuildStatus, getBuildRun } from '@slipway/contracts';
import Type from 'typebox';
import { buildPage } from '../build-page.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS, waitUntil } from '../wait-until.js';

const RUNNING: ReadonlySet<BuildStatus> = new Set(['queued', 'preparing', 'building']);

export const tool = defineTool({
  name: 'wait_for_build',
  title: 'Wait for a build',
  description:
    'Waits until a build has ended or the time is up, and returns it. Use it instead of calling get_build ' +
    'repeatedly. Returns immediately if the build has ended.',
  toolset: 'builds',
  endpoints: [getBuildRun],
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
  output: BuildRunDetail,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const request = { params: { project_id, build_run_id: input.build_id }, signal: context.signal };
    const isDone = ({ status }: BuildRunDetail) => !RUNNING.has(status);
    const data = await waitUntil(
      {
        look: () => context.client.call(getBuildRun, request),
        isDone,
        report: ({ status, steps }) =>
          context.reportProgress(steps.filter((step) => step.finished_at !== null).length, steps.length, status),
      },
      input.timeout_seconds ?? DEFAULT_WAIT_SECONDS,
      context,
    );
    const summary = isDone(data)
      ? `Build ${data.id} has ended: ${data.status}.`
      : `Build ${data.id} is ${data.status}.`;
    const again = isDone(data) ? [] : ['It has not ended yet: call wait_for_build again to keep waiting.'];
    return { summary, data, next: [...again, buildPage(data, context)] };
  },
});
