import type { Client, Marked } from '@slipway/client';
import {
  BuildLog,
  BuildRerun,
  type BuildRun,
  BuildRunDetail,
  BuildVerdict,
  FINDING_VERDICTS,
  type FindingVerdict,
  getBuildLog,
  judgeFinding,
  listBuilds,
  MAX_LOG_LINES,
  rerunBuildRun,
  shownStatus,
} from '@slipway/contracts';
import { recordPageAt } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import { describeDuration } from '../output/ages.js';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { defineList } from '../resources/define-list.js';
import { filtersOf, readFilters } from '../resources/filters.js';
import { type BuildPath, buildArgument, buildOptions, callForBuild, findBuild } from '../resources/find-build.js';
import { markBuilds, readBuild, readFailedTests, readSuspects } from '../resources/read-build.js';
import { scopeNote } from '../resources/scope-note.js';
import { showBuild } from '../resources/show-build.js';

interface LogRequest {
  readonly params: BuildPath;
  readonly fromLine?: number | undefined;
  /** Undefined means all lines. */
  readonly lines?: number | undefined;
}

export async function readLogLines(
  client: Client,
  { params, fromLine = 1, lines: wanted = Number.MAX_SAFE_INTEGER }: LogRequest,
): Promise<BuildLog> {
  const lines: string[] = [];
  for (;;) {
    const missing = Math.min(wanted - lines.length, MAX_LOG_LINES);
    const query = { from_line: fromLine + lines.length, lines: missing };
    const part = await client.call(getBuildLog, { params, query });
    lines.push(...part.lines);
    const isComplete = fromLine + lines.length > part.total_lines || lines.length >= wanted;
    if (isComplete || part.lines.length === 0) return { ...part, from_line: fromLine, lines };
  }
}

/** The list is complete before it is shown, so each build has its mark. */
const stateOf = (build: BuildRun) => shownStatus(build as Marked<BuildRun>);

export const list = defineList(listBuilds, {
  summary: 'List builds, newest first',
  examples: [
    'slipway build list --status failed --since 2d',
    'slipway build list --job Harbor-Win64 --branch main --limit 200',
    'slipway build list --changelist 48213',
    'slipway build list --json id,status,ci_job_name',
  ],
  complete: { fields: ['is_stale'], read: markBuilds },
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('STATUS', stateOf),
    textColumn('JOB', ({ ci_job_name }) => ci_job_name),
    column('NUMBER', ({ build_number }) => build_number),
    textColumn('BRANCH', ({ branch }) => branch),
    {
      ...column<BuildRun>('DURATION', ({ duration_seconds }) => duration_seconds),
      show: (text) => (text === '' ? '' : describeDuration(Number(text))),
    },
    timeColumn('CREATED', ({ created_at }) => created_at),
  ],
});

export const log = defineCommand({
  summary: 'Print a build log',
  description: 'Prints the whole log unless --tail, --from-line or --lines selects part of it.',
  examples: [
    'slipway build log 31 | grep -n error',
    'slipway build log 1848 --job Harbor-Win64 --tail 50',
    'slipway build log 31 --from-line 1200 --lines 40',
  ],
  project: true,
  json: fieldsOf(BuildLog),
  arguments: { id: buildArgument },
  // The command reads as many pages as it needs, so the limit and the default of one page do not apply.
  options: {
    ...buildOptions,
    ...filtersOf(getBuildLog),
    lines: { kind: 'number', description: 'how many lines to print' },
  },
  async run(context, { id, job, ...input }) {
    const { output } = context;
    const { tail, from_line: fromLine, lines } = readFilters(getBuildLog, input);
    if (tail !== undefined && (fromLine !== undefined || lines !== undefined))
      throw new CliError('--tail cannot be combined with --from-line and --lines.');
    const client = await context.client();
    const params = await findBuild(context, { id, job });
    const log = await callForBuild(context, params, () =>
      tail === undefined
        ? readLogLines(client, { params, fromLine, lines })
        : client.call(getBuildLog, { params, query: { tail } }),
    );
    if (output.json !== null) return output.value(log);
    if (log.total_lines === 0) return output.note('The build has no log.');
    if (log.truncated && log.from_line === 1) output.note('Part of the log was dropped when it was captured.');
    for (const line of log.lines) output.colouredLine(line);
  },
});

export const rerun = defineCommand({
  summary: 'Run a finished build again in Jenkins, Buildkite or GitHub Actions',
  ...scopeNote(rerunBuildRun),
  examples: ['slipway build rerun 31', 'slipway build rerun 1848 --job Harbor-Win64'],
  project: true,
  json: fieldsOf(BuildRerun),
  arguments: { id: buildArgument },
  options: buildOptions,
  async run(context, { id, job }) {
    const { client, output } = context;
    const params = await findBuild(context, { id, job });
    const service = await client();
    const rerun = await callForBuild(context, params, () => service.call(rerunBuildRun, { params }));
    if (output.json !== null) return output.value(rerun);
    output.note(rerun.message);
  },
});

export const judge = defineCommand({
  summary: 'Say whether the finding about a failed build is right',
  description:
    'confirmed: the quoted line is the cause. refused: it is not. not_ours: the project did not cause the failure. ' +
    '--line names the line of the log that is the cause instead. The finding follows within seconds, and later ' +
    'findings learn from it.',
  ...scopeNote(judgeFinding),
  examples: [
    'slipway build judge 31 confirmed',
    'slipway build judge 31 --line 214',
    'slipway build judge 31 not_ours',
  ],
  project: true,
  json: fieldsOf(BuildVerdict),
  arguments: {
    id: buildArgument,
    verdict: { description: 'confirmed, refused or not_ours; not with --line', optional: true },
  },
  options: { ...buildOptions, line: { kind: 'number', description: 'the line of the log that is the cause' } },
  async run(context, { id, job, verdict: said, line }) {
    const { client, output } = context;
    const verdict = readVerdict(said, line);
    const params = await findBuild(context, { id, job });
    const service = await client();
    const body = { verdict, ...(line !== undefined && { line }) };
    const saved = await callForBuild(context, params, () => service.call(judgeFinding, { params, body }));
    if (output.json !== null) return output.value(saved);
    output.note('Saved. The finding follows within seconds.');
  },
});

function readVerdict(said: string | undefined, line: number | undefined): FindingVerdict {
  if (line !== undefined && said === undefined) return 'other_line';
  const verdict = FINDING_VERDICTS.find((one) => one === said && one !== 'other_line');
  if (line === undefined && verdict !== undefined) return verdict;
  throw new CliError('Give confirmed, refused, not_ours, or --line with the line that is the cause.');
}

export const view = defineCommand({
  summary: 'Show a build with its steps, artifacts, failed tests, investigation and suspects',
  description:
    'Names the build by its id, or by its number with --job. --log-failed prints the part of its log that reports the ' +
    'failure: the failed step, or the errors with the lines around them.',
  examples: [
    'slipway build view 31',
    'slipway build view 1848 --job Harbor-Win64',
    'slipway build view 31 --log-failed',
    'slipway build view 31 --web',
    'slipway build view 31 --json status,steps',
  ],
  project: true,
  json: [...fieldsOf(BuildRunDetail), 'is_stale'],
  arguments: { id: buildArgument },
  options: {
    ...buildOptions,
    logFailed: { kind: 'flag', description: 'print the part of the log that reports the failure' },
    web: { kind: 'flag', short: 'w', description: 'open the page in the browser' },
  },
  async run(context, { id, job, logFailed, web }) {
    const path = await findBuild(context, { id, job });
    if (web)
      return openPage(
        context,
        recordPageAt('/projects/$projectId/builds/$buildId', path.project_id, path.build_run_id),
      );
    const client = await context.client();
    const build = await readBuild(context, path);
    if (logFailed && context.output.json === null) return showFailedLog(context, build);
    const isShown = context.output.json === null;
    const [suspects, tests] = await Promise.all([
      build.status === 'failed' && isShown ? readSuspects(client, path) : null,
      isShown ? readFailedTests(client, path) : null,
    ]);
    await context.output.record(build, showBuild(build, { suspects, tests }));
  },
});

/** A few screens. */
const MAX_CHARACTERS = 32_000;

/** Prints the part of a build's log that reports its failure. */
export async function showFailedLog(context: CommandContext, build: BuildRunDetail): Promise<void> {
  const { output } = context;
  if (build.status !== 'failed') return output.note(`The build did not fail: it is ${build.status}.`);
  if (!build.has_log) return output.note('The build has no log.');
  const params = { project_id: build.project_id, build_run_id: build.id };
  const { lines } = await readLogLines(await context.client(), { params });
  const { cutLog, failedPart } = await import('@slipway/diagnosis');
  const { content } = cutLog(failedPart(lines.join('\n')), MAX_CHARACTERS);
  for (const line of content.split('\n')) output.colouredLine(line);
  output.note(`\nThe whole log: slipway build log ${build.id}`);
}
