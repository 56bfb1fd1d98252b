import type { CulpritSearch } from '@slipway/contracts';
import { CliError, cancelled } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { describeDuration } from '../output/ages.js';
import { describeEnd, judgeEnd, type RunOutcome } from './judge-end.js';
import { describeOutcome, type RunReporter } from './report-runs.js';
import { runVisibly } from './run-program.js';
import { type NextRevision, SyncError, type Workspace } from './workspace.js';

export interface LocalSearch {
  readonly context: CommandContext;
  readonly workspace: Workspace;
  readonly reporter: RunReporter;
  readonly command: readonly string[];
  /** Whether a revision that cannot be brought to the workspace is left out, instead of ending the search. */
  readonly skipsFailedSync: boolean;
}

/** Runs one revision after another until the search ends; null if it ended without the last result. */
export async function searchCulprit(local: LocalSearch, started: CulpritSearch): Promise<CulpritSearch | null> {
  const { context, reporter } = local;
  let search: CulpritSearch | null = started;
  for (let next = nextOf(search); next !== null; next = search === null ? null : nextOf(search)) {
    context.output.warn(`\n${describeRun(search as CulpritSearch, next)}`);
    const outcome = await runRevision(local, next);
    if (context.signal.aborted) throw cancelled();
    search = await reporter.report(next, outcome);
    // The result at the end contains the last explanation.
    if (search !== null && nextOf(search) !== null) context.output.warn(search.explanation);
  }
  return search;
}

const nextOf = ({ search, next_run }: CulpritSearch): NextRevision | null =>
  search?.state === 'active' ? next_run : null;

function describeRun({ search }: CulpritSearch, { display_identifier }: NextRevision): string {
  const number = (search?.runs_used ?? 0) + 1;
  return `Run ${number} of at most ${search?.max_runs}: ${display_identifier}`;
}

async function runRevision(local: LocalSearch, next: NextRevision): Promise<RunOutcome> {
  const { context, workspace, command } = local;
  const prepared = await workspace.prepare(next).catch((error: unknown) => skipped(local, error));
  if (prepared.state === 'untestable') {
    context.output.warn(`${next.display_identifier} cannot be tested: ${prepared.reason}.`);
    return 'untestable';
  }
  const [file = '', ...args] = command;
  const env = { ...prepared.env, SLIPWAY_REVISION: next.identifier };
  const start = Date.now();
  const end = await runVisibly(context, { file, args, env }).catch((error: Error) => {
    throw new CliError(`${file} cannot be started: ${error.message}`, { hint: START_HINT, cause: error });
  });
  // Ctrl-C may reach the command before this process.
  if (context.signal.aborted || end.signal === 'SIGINT') throw cancelled();
  const { outcome, problem } = judgeEnd(end);
  if (outcome === null) throw new CliError(problem, { hint: CODES_HINT });
  const duration = describeDuration((Date.now() - start) / 1_000);
  const { display_identifier } = next;
  context.output.warn(`${describeOutcome({ display_identifier, outcome })} (${describeEnd(end)}, ${duration}).`);
  return outcome;
}

function skipped({ context, skipsFailedSync }: LocalSearch, error: unknown) {
  if (context.signal.aborted) throw cancelled();
  if (!(error instanceof SyncError)) throw error;
  if (skipsFailedSync) return { state: 'untestable', reason: error.message.replace(/\.$/, '') } as const;
  const hints = [error.hint, 'With --skip-failed-sync, such a revision counts as one that cannot be tested.'];
  throw new CliError(error.message, { hint: hints.filter(Boolean).join('\n'), cause: error });
}

const START_HINT =
  'Check its path. On Windows, scripts need their program: `-- cmd /c build.cmd`, `-- powershell -File build.ps1`.';
const CODES_HINT =
  'The codes: 0 passed, 1 to 124 failed, 125 cannot be tested; all others end the search here. If a crash is the\n' +
  "failure, turn it into 1, for example with sh -c './game || exit 1'.";
