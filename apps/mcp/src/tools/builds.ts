import { type Marked, markStaleBuilds } from '@slipway/client';
import {
  BuildPage,
  BuildRerun,
  type BuildRunDetail,
  findStaleBuilds,
  getBuildRun,
  listBuilds,
  rerunBuildRun,
} from '@slipway/contracts';
import { isOver } from '@slipway/domain';
import Type from 'typebox';
import { buildPage } from '../build-page.js';
import { defineReadTool } from '../define-read-tool.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { buildsIn, describeState, MarkedBuild, MarkedBuildDetail, markBuild } from '../marked-builds.js';
import { DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS, waitUntil } from '../wait-until.js';

export const getBuildTool = defineReadTool(getBuildRun, {
  name: 'get_build',
  title: 'Get a build',
  description:
    'Returns one build run with its steps, artifacts and investigation, without its log. For the cause of a failure use ' +
    'get_build_failure, for log lines read_build_log, to wait until it ends wait_for_build.',
  toolset: 'builds',
  output: MarkedBuildDetail,
  present: (build, _, context) => markBuild(build, context),
  summary: (build) => describeState(build),
  next: (build, context) => [buildPage(build, context)],
});

export const listBuildsTool = defineReadTool(listBuilds, {
  name: 'list_builds',
  title: 'List builds',
  description:
    "Lists a project's build runs, newest first, by job, branch, changelist, commit, number, status, engine, target or " +
    'time. Use it to see what ran. To find out why the newest build failed, call get_build_failure directly: it needs ' +
    'no id.',
  toolset: 'builds',
  output: Type.Object({ ...BuildPage.properties, builds: Type.Array(MarkedBuild) }),
  present: async ({ builds, pagination }, projectId, context) => ({
    builds: await markStaleBuilds(context.client, buildsIn(projectId, context), builds),
    pagination,
  }),
  summary: ({ builds }) => `${builds.length} builds, newest first.`,
});

export const rerunBuildTool = defineTool({
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

export const waitForBuildTool = defineTool({
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
