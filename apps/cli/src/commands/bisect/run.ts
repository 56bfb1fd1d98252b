import { CulpritSearch, startCulpritSearch } from '@slipway/contracts';
import { callPatiently } from '../../bisect/call-patiently.js';
import { chooseProblem, type ProblemPath, problemOptions } from '../../bisect/choose-problem.js';
import { chooseWorkspace, type WorkspaceOptions } from '../../bisect/choose-workspace.js';
import { returnToStart } from '../../bisect/git-workspace.js';
import { openJournal } from '../../bisect/journal.js';
import { runReporter } from '../../bisect/report-runs.js';
import { hasPlaceholder } from '../../bisect/revision.js';
import { searchCulprit } from '../../bisect/search-culprit.js';
import { openSearchService } from '../../bisect/search-service.js';
import { CliError, EXIT } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/json.js';
import { scopeNote } from '../../resources/scope-note.js';
import { showCulpritSearch } from '../../resources/show-culprit-search.js';

interface BisectInput extends WorkspaceOptions {
  readonly command: readonly string[];
  readonly runs: number | undefined;
  readonly skipFailedSync: boolean;
}

export const command = defineCommand({
  summary: 'Search the change that broke a job by running a command at revisions',
  description:
    'Asks the service which revision tells most, brings it to this folder, runs the command, and reports the result, ' +
    'until the culprit is found. The exit code of the command says what a revision is, as for `git bisect run`: 0 ' +
    'passed, 1 to 124 failed, 125 cannot be tested. All others end the command here; the search stays active.\n\n' +
    'Without --sync and --archive, `git checkout --detach` or `p4 sync` gets the revision. The command finds it in ' +
    'SLIPWAY_REVISION. Ctrl-C or a crash loses no result: the same command line goes on.\n\n' +
    'Exits with 0 if a culprit was found, 5 if no change is to blame, and 6 if the runs do not settle it.\n\n' +
    scopeNote(startCulpritSearch).description,
  examples: [
    'slipway bisect run -- ./test.sh',
    "slipway bisect run --job Harbor-Win64 --sync 'git checkout --force {revision}' -- make test",
    "slipway bisect run --problem 12 --archive 'Game-*.zip' -- ./smoke-test.sh",
  ],
  project: true,
  json: ['problem_id', ...fieldsOf(CulpritSearch)],
  arguments: { command: { description: 'the command that tests a revision, after --', many: true } },
  options: {
    ...problemOptions,
    sync: {
      kind: 'text',
      value: 'command',
      description: 'a shell command that brings {revision} to this folder',
    },
    archive: {
      kind: 'text',
      value: 'pattern',
      description:
        'unpack the artifact of each revision whose name matches; its folder is in SLIPWAY_ARCHIVE_DIR, and a revision ' +
        'without one cannot be tested',
    },
    archiveHeader: {
      kind: 'text',
      value: 'header',
      description: 'a header for the store of the artifacts, as `Name: value` (SLIPWAY_ARCHIVE_HEADER)',
    },
    archiveHost: {
      kind: 'list',
      value: 'host',
      description: 'download artifacts only from this host',
    },
    runs: {
      kind: 'number',
      alias: 'max_runs',
      value: 'number',
      description: 'the most runs of a new search (default: 20)',
    },
    skipFailedSync: {
      kind: 'flag',
      description: 'leave out revisions that cannot be brought here, instead of ending with an error',
    },
  },
  async run(context, { problem, job, branch, ...input }) {
    requireOneSource(input);
    const path = await chooseProblem(context, { problem, job, branch });
    const search = await bisect(context, path, input).catch((error: unknown) => {
      if (context.signal.aborted) context.output.warn(describeStop(path));
      throw error;
    });
    await context.output.record({ problem_id: path.problem_id, ...search }, showCulpritSearch(search));
    requireCulprit(search);
  },
});

function requireOneSource({ sync, archive }: BisectInput): void {
  if (sync !== undefined && archive !== undefined)
    throw new CliError('--sync and --archive exclude each other.', {
      hint: 'With --archive, the command may synchronize what else it needs: SLIPWAY_REVISION names the revision.',
    });
}

const describeStop = ({ problem_id: id }: ProblemPath) =>
  `\nInterrupted. The same command line goes on with the search; \`slipway bisect stop --problem ${id}\` ends it.`;

async function bisect(context: CommandContext, path: ProblemPath, input: BisectInput): Promise<CulpritSearch> {
  const journal = openJournal(context.env, context.folder);
  const service = await openSearchService(context, path);
  const reporter = runReporter(context, journal, path);
  await reporter.reportKept();
  const known = await service.read();
  refuseSearchOfCi(known, path);
  const identifier = known.changes.at(-1)?.identifier;
  if (isSettled(known) || identifier === undefined) {
    await returnToStart(context, journal);
    return known;
  }
  const { sync, archive, archiveHeader, archiveHost, command, skipFailedSync } = input;
  if (sync !== undefined && !hasPlaceholder(sync))
    context.output.note('--sync does not contain {revision}; its command finds the revision in SLIPWAY_REVISION.');
  const options = { sync, archive, archiveHeader, archiveHost, identifier };
  const workspace = await chooseWorkspace(context, journal, options);
  try {
    const started = await service.start(input.runs);
    refuseSearchOfCi(started, path);
    context.output.warn(`Problem ${path.problem_id}: ${started.explanation}`);
    const local = { context, workspace, reporter, command, skipsFailedSync: skipFailedSync };
    const ended = await searchCulprit(local, started);
    return ended ?? (await callPatiently(context, 'All results are reported.', () => service.read()));
  } finally {
    await workspace.restore();
  }
}

/** Found or without a culprit already, by builds that reported anyway. */
const isSettled = ({ state, search }: CulpritSearch) =>
  (state === 'found' || state === 'no_culprit') && search?.state !== 'active';

function refuseSearchOfCi({ search }: CulpritSearch, { problem_id: id }: ProblemPath): void {
  if (search?.state !== 'active' || search.runs_by === 'client') return;
  throw new CliError(`The build tool runs the search for the culprit of problem ${id} already.`, {
    hint:
      `Follow it with \`slipway problem culprit ${id}\`, or stop it with \`slipway bisect stop --problem ${id}\` and ` +
      'start again.',
  });
}

function requireCulprit({ state, search }: CulpritSearch): void {
  if (state === 'found') return;
  if (state === 'no_culprit') throw new CliError('No change is to blame.', { code: EXIT.noCulprit });
  if (state === 'unsettled') throw new CliError('The runs do not settle it.', { code: EXIT.unsettled });
  if (search?.state === 'stopped') throw new CliError('The search was stopped before it found the culprit.');
  throw new CliError(state === 'unknown' ? 'There is nothing to search.' : 'The search names no next revision.');
}
