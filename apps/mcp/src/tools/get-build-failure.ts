import {
  BuildRun,
  type BuildRunDetail,
  BuildStep,
  Change,
  getBuildLog,
  getBuildRun,
  Investigation,
  listBuildRuns,
  listChanges,
} from '@slipway/contracts';
import Type, { type Static } from 'typebox';
import { type BuildPath, fitExcerpt, LogExcerpt, renderExcerpt } from '../build-log.js';
import { buildUrl } from '../build-page.js';
import { defineTool, type ToolContext, ToolProblem } from '../define-tool.js';
import { findFailureExcerpt } from '../failure-excerpt.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { renderText } from '../render-text.js';
import { findSuspects } from '../suspect-changes.js';

const BuildFailure = Type.Object({
  build: BuildRun,
  failing_step: Type.Union([BuildStep, Type.Null()]),
  investigation: Type.Union([Investigation, Type.Null()]),
  excerpt: Type.Union([LogExcerpt, Type.Null()], { description: 'Log lines around the likely cause.' }),
  key_line: Type.Union([Type.Integer(), Type.Null()]),
  last_passing_build_id: Type.Union([Type.String(), Type.Null()]),
  suspect_changes: Type.Array(Change, {
    description: 'Changes since the last passing build of the same job; empty if the token cannot read changes.',
  }),
  more_suspects: Type.Integer({ description: 'How many suspect changes were omitted.' }),
  links: Type.Object({ build: Type.String(), log: Type.String() }),
});
type BuildFailure = Static<typeof BuildFailure>;

const FAILED_STEP = /^(?:failed|failure|error|errored|timed_out)$/i;

async function findBuild(project_id: string, build_id: string | undefined, context: ToolContext) {
  const { client, signal } = context;
  const params = { project_id };
  if (build_id !== undefined)
    return client.call(getBuildRun, { params: { project_id, build_run_id: build_id }, signal });
  const { build_runs } = await client.call(listBuildRuns, {
    params,
    query: { status: 'failed', limit: 1 },
    signal,
  });
  const [newest] = build_runs;
  if (newest === undefined) throw new ToolProblem('No build of this project has failed.');
  return client.call(getBuildRun, { params: { project_id, build_run_id: newest.id }, signal });
}

async function summarize(detail: BuildRunDetail, params: BuildPath, context: ToolContext): Promise<BuildFailure> {
  const { artifacts: _, steps, has_log, investigation, ...build } = detail;
  const [found, suspects] = await Promise.all([
    has_log ? findFailureExcerpt(detail, params, context) : null,
    context.mayCall(listChanges) ? findSuspects(detail, context) : null,
  ]);
  const url = buildUrl(build, context.webUrl);
  return {
    build,
    failing_step: steps.find(({ status }) => FAILED_STEP.test(status)) ?? null,
    investigation,
    excerpt: found === null ? null : fitExcerpt(found.excerpt, 'start'),
    key_line: found?.keyLine ?? null,
    last_passing_build_id: suspects?.last_passing_build_id ?? null,
    suspect_changes: [...(suspects?.changes ?? [])],
    more_suspects: suspects?.more ?? 0,
    links: { build: url, log: found?.keyLine == null ? url : `${url}#L${found.keyLine}` },
  };
}

function nextSteps(failure: BuildFailure): string[] {
  const { build, investigation, excerpt, links, more_suspects: more, last_passing_build_id: passing } = failure;
  const steps = [
    ...(passing === null ? [] : [`The last passing build of the same job is ${passing}.`]),
    ...(more > 0 ? [`${more} more changes are suspect: see list_changes.`] : []),
    ...(build.status === 'failed' ? [] : [`This build has not failed: it is ${build.status}.`]),
    ...(investigation === null && build.status === 'failed'
      ? ['There is no investigation. investigate_build starts one, which costs credits.']
      : []),
    ...(excerpt === null ? ['The build has no log.'] : ['For more of the log: read_build_log with around_line.']),
  ];
  return [...steps, `Web page: ${links.log}`];
}

/** Puts the cause first, and shows only the fields of changes that help to recognize them. */
function render({ build, failing_step, investigation, excerpt, suspect_changes: suspects }: BuildFailure): string {
  const changes = suspects.map(({ id, display_identifier, author, timestamp, description, file_count }) =>
    JSON.stringify({ id, display_identifier, author, timestamp, file_count, description }),
  );
  return [
    renderText({ build, failing_step, investigation }),
    ...(excerpt === null ? [] : ['log excerpt:', renderExcerpt(excerpt)]),
    ...(changes.length === 0 ? [] : ['suspect changes:', ...changes]),
  ].join('\n');
}

export const tool = defineTool({
  name: 'get_build_failure',
  title: 'Explain a failed build',
  description:
    'Returns in one call why a build failed: its status, the failing step, the investigation if there is one, log lines ' +
    'around the likely cause, and the changes since the last build of the same job that passed. Start here for any ' +
    'question about a broken build. Without build_id, explains the newest failed build of the project. Costs nothing.',
  toolset: 'builds',
  endpoints: [getBuildRun, listBuildRuns, getBuildLog],
  input: argumentsOf({ project, build_id: Type.Optional(buildId) }),
  output: BuildFailure,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const detail = await findBuild(project_id, input.build_id, context);
    const data = await summarize(detail, { project_id, build_run_id: detail.id }, context);
    const where = data.key_line === null ? '' : ` The log excerpt is around line ${data.key_line}.`;
    return {
      summary: `Build ${data.build.id} is ${data.build.status}.${where}`,
      data,
      render,
      next: nextSteps(data),
    };
  },
});
