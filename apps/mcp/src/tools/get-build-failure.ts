import {
  type BuildRun,
  type BuildRunDetail,
  type BuildStatus,
  BuildStep,
  BuildSuspects,
  BuildTest,
  BuildTestSummary,
  getBuildLog,
  getBuildRun,
  getBuildSuspects,
  Investigation,
  listBuilds,
  listBuildTests,
  PASSED_STATUSES,
} from '@slipway/contracts';
import { describeFailedTests } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { type BuildPath, fitExcerpt, LogExcerpt, renderExcerpt } from '../build-log.js';
import { buildUrl } from '../build-page.js';
import { defineTool, type ToolContext, ToolProblem } from '../define-tool.js';
import { findFailureExcerpt } from '../failure-excerpt.js';
import { argumentsOf, buildId, project, text } from '../fields.js';
import { findProject } from '../find-project.js';
import { describeState, MarkedBuild, markBuild } from '../marked-builds.js';
import { renderText } from '../render-text.js';

const MAX_FAILED_TESTS = 20;
const MAX_MESSAGE_CHARS = 500;

const BuildFailure = Type.Object({
  build: MarkedBuild,
  failing_step: Type.Union([BuildStep, Type.Null()]),
  investigation: Type.Union([Investigation, Type.Null()]),
  test_summary: Type.Union([BuildTestSummary, Type.Null()], { description: 'Null if no test has reported.' }),
  failed_tests: Type.Array(BuildTest, {
    description: `At most ${MAX_FAILED_TESTS}: new failures, known ones, flaky, muted.`,
  }),
  excerpt: Type.Union([LogExcerpt, Type.Null()], { description: 'Log lines around the likely cause.' }),
  key_line: Type.Union([Type.Integer(), Type.Null()]),
  ...BuildSuspects.properties,
  passed_since_build_id: Type.Union([Type.String(), Type.Null()], {
    description: 'A later build of the same job and branch that passed: the job is no longer broken.',
  }),
  links: Type.Object({ build: Type.String(), log: Type.String() }),
});
type BuildFailure = Static<typeof BuildFailure>;

const FAILED_STEP = /^(?:failed|failure|error|errored|timed_out)$/i;

interface NamedBuild {
  readonly build_id?: string;
  readonly job?: string;
  readonly branch?: string;
}

/**
 * The build with the id, otherwise the newest failed build of the job and branch. With neither, that of the main job if it
 * is broken, because this is what people ask about, and otherwise that of any job.
 */
async function findBuild(project_id: string, { build_id, job, branch }: NamedBuild, context: ToolContext) {
  const { client, signal } = context;
  const detailOf = (build_run_id: string) =>
    client.call(getBuildRun, { params: { project_id, build_run_id }, signal });
  if (build_id !== undefined) return detailOf(build_id);
  const isNamed = job !== undefined || branch !== undefined;
  const main = isNamed ? null : await newestBuild(project_id, { main_job: true, status: 'failed' }, context);
  if (main !== null && (await laterPass(main, context)) === null) return detailOf(main.id);
  const newest = await newestBuild(project_id, { job, branch, status: 'failed' }, context);
  if (newest !== null) return detailOf(newest.id);
  throw new ToolProblem(
    isNamed
      ? 'No failed build matches this job and branch. list_builds shows the names of both.'
      : 'No build of this project has failed.',
  );
}

interface BuildFilter {
  readonly job?: string | undefined;
  readonly branch?: string | undefined;
  readonly main_job?: true;
  readonly status: BuildStatus;
  readonly since?: string;
}

/** A search for a rare job may return empty pages before the build. */
async function newestBuild(
  project_id: string,
  query: BuildFilter,
  { client, signal }: ToolContext,
): Promise<BuildRun | null> {
  const request = { params: { project_id }, query: { ...query, limit: 1 }, signal };
  for await (const build of client.paginate(listBuilds, request, ({ builds }) => builds)) return build;
  return null;
}

/** A later build of the same job and branch that passed. */
async function laterPass(failed: BuildRun, context: ToolContext): Promise<string | null> {
  const { project_id, ci_job_name: job, branch, created_at: since } = failed;
  const passed = await Promise.all(
    PASSED_STATUSES.map((status) =>
      newestBuild(project_id, { job, ...(branch !== '' && { branch }), status, since }, context),
    ),
  );
  return passed.find((build) => build !== null)?.id ?? null;
}

/** The failed tests come first in the list of the build's tests. */
async function readFailedTests(params: BuildPath, { client, signal }: ToolContext) {
  const request = { params: { ...params }, query: { limit: MAX_FAILED_TESTS, detailed: true }, signal };
  const { summary, tests } = await client.call(listBuildTests, request);
  const failed = tests.filter(({ failure }) => failure != null);
  return {
    test_summary: summary.total === 0 ? null : summary,
    failed_tests: failed.map((test) => ({ ...test, message: shortenMessage(test.message) })),
  };
}

function shortenMessage(message: string): string {
  const dropped = message.length - MAX_MESSAGE_CHARS;
  return dropped <= 0
    ? message
    : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}… [${dropped} more characters]`;
}

async function summarize(detail: BuildRunDetail, params: BuildPath, context: ToolContext): Promise<BuildFailure> {
  const { artifacts: _, steps, has_log, investigation, ...build } = detail;
  const [marked, found, suspects, passedSince, tested] = await Promise.all([
    markBuild(build, context),
    has_log ? findFailureExcerpt(detail, params, context) : null,
    context.client.call(getBuildSuspects, { params: { ...params }, signal: context.signal }),
    laterPass(build, context),
    readFailedTests(params, context),
  ]);
  const url = buildUrl(build, context.webUrl);
  return {
    build: marked,
    failing_step: steps.find(({ status }) => FAILED_STEP.test(status)) ?? null,
    investigation,
    ...tested,
    excerpt: found === null ? null : fitExcerpt(found.excerpt, 'start'),
    key_line: found?.keyLine ?? null,
    ...suspects,
    passed_since_build_id: passedSince,
    links: { build: url, log: found?.keyLine == null ? url : `${url}#L${found.keyLine}` },
  };
}

function nextSteps(failure: BuildFailure): string[] {
  const { build, investigation, excerpt, links, suspects, test_summary, failed_tests } = failure;
  const { last_passing_build_run_id: passing, passed_since_build_id: passedSince } = failure;
  const steps = [
    ...(passedSince === null ? [] : [`The job is no longer broken: its later build ${passedSince} has passed.`]),
    ...(passing === null ? [] : [`The last passing build of the same job is ${passing}.`]),
    ...(build.status === 'failed' ? [] : [`This build has not failed. ${describeState(build)}`]),
    ...describeTests(test_summary, failed_tests),
    ...(suspects.length === 0 ? [] : [`get_change shows a suspect, such as ${suspects[0]?.change_id}.`]),
    ...(investigation === null && build.status === 'failed'
      ? ['There is no investigation. investigate_build starts one, which costs credits.']
      : []),
    ...(excerpt === null ? ['The build has no log.'] : ['For more of the log: read_build_log with around_line.']),
  ];
  return [...steps, `Web page: ${links.log}`];
}

function describeTests(summary: BuildFailure['test_summary'], shown: readonly BuildTest[]): string[] {
  const [first] = shown;
  if (summary === null || first === undefined) return [];
  const count = summary.failed + summary.errored;
  const left =
    count === shown.length ? '' : ` The newest failures come first; ${count - shown.length} are not shown.`;
  return [
    `${count} of ${summary.total} tests failed: ${describeFailedTests(summary)}.${left}`,
    `get_test shows the history of a test, such as ${first.id}.`,
  ];
}

/** Puts the cause first, then the suspects or why there are none. */
function render({
  build,
  failing_step,
  investigation,
  test_summary,
  failed_tests,
  excerpt,
  ...failure
}: BuildFailure): string {
  const { suspects, attributed_user_id, no_suspect_reason, new_changes } = failure;
  const blame =
    suspects.length > 0 ? { suspects, attributed_user_id } : { suspects, no_suspect_reason, new_changes };
  return [
    renderText({ build, failing_step, investigation, test_summary, failed_tests }),
    renderText(blame),
    ...(excerpt === null ? [] : ['log excerpt:', renderExcerpt(excerpt)]),
  ].join('\n');
}

export const getBuildFailureTool = defineTool({
  name: 'get_build_failure',
  title: 'Explain a failed build',
  description:
    'Returns why a build failed: its status, the failing step, the investigation if there is one, its failed ' +
    'tests, log lines around the likely cause, and the changes suspected of it, each with a reason. If no change is suspected, says why ' +
    'and which changes are new since the job last passed; do not call any of these a suspect. Start here for any ' +
    'question about a broken build: "why is main broken" is one call with branch "main". Takes build_id, or job and ' +
    'branch for their newest failed build; with none of them, that of the main job if it is broken, otherwise that of ' +
    'any job. Costs nothing.',
  toolset: 'builds',
  endpoints: [getBuildRun, listBuilds, getBuildLog, getBuildSuspects, listBuildTests],
  input: argumentsOf({
    project,
    build_id: Type.Optional(buildId),
    job: text('Without build_id: the newest failed build of the job with this name.'),
    branch: text('Without build_id: the newest failed build of this branch.'),
  }),
  output: BuildFailure,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const detail = await findBuild(project_id, input, context);
    const data = await summarize(detail, { project_id, build_run_id: detail.id }, context);
    const where = data.key_line === null ? '' : ` The log excerpt is around line ${data.key_line}.`;
    return {
      summary: `${describeState(data.build)}${where}`,
      data,
      render,
      next: nextSteps(data),
    };
  },
});
