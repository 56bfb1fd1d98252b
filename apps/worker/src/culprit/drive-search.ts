import {
  addRequestedRuns,
  apiReads,
  type CulpritRangeRecord,
  claimCulpritRun,
  claimCulpritSearch,
  concludeCulpritSearch,
  confirmCulpritRun,
  type DatabaseHandle,
  type DrivenSearchRecord,
  dropUnaskedRuns,
  endCulpritSearch,
  findCulpritRange,
  findRerunBuild,
  linkCulpritRuns,
  listOpenRuns,
  type ProblemRecord,
  postponeCulpritSearch,
  type RerunBuildRecord,
  releaseCulpritRun,
  revisionOf,
  settleCulpritRun,
  stopCulpritSearch,
} from '@slipway/db';
import { accountDay, assessCulprit, driveSearch, searchedPosition, settleRun } from '@slipway/domain';
import type { JobContext } from '../define-job.js';

/** How often a search looks whether anything has happened that no report of a build announces. */
const LOOK_SECONDS = 4;
/** How often the tool may refuse a run, or not be reached, before the search gives up. */
const MOST_FAILURES = 5;
const RETRY_SECONDS = 30;

type Context = Pick<JobContext, 'database' | 'reruns' | 'clock' | 'signal'>;

/**
 * Takes a search as far as it goes now. Everything that the next step needs is stored before a tool is asked, so that any
 * worker can go on.
 */
export async function driveCulpritSearch(id: number, context: Context): Promise<void> {
  const { database, signal } = context;
  const driven = await database.modelTransaction((tx) => decide(tx, id, context));
  if (driven === null) return;
  const { search, build, waiting } = driven;
  for (const { id: runId, queueItem } of waiting) {
    signal.throwIfAborted();
    const buildNumber = await context.reruns.findNumber(build, queueItem);
    if (buildNumber !== null) await confirmCulpritRun(database, runId, { buildNumber, queueItem });
  }
  await askForRuns(search, build, context);
}

interface Driven {
  readonly search: DrivenSearchRecord;
  /** The build whose job the search runs. */
  readonly build: RerunBuildRecord;
  /** The runs that wait for a number in the queue of Jenkins. */
  readonly waiting: readonly { readonly id: number; readonly queueItem: number }[];
}

/** Stores how runs ended and what follows from it; null if there is nothing to ask the tool. */
async function decide(tx: DatabaseHandle, id: number, { clock }: Context): Promise<Driven | null> {
  const search = await claimCulpritSearch(tx, id);
  if (search === null) return null;
  const { projectId, problemId } = search;
  const now = new Date(clock.now());
  await linkCulpritRuns(tx, id);
  const waiting = await settleRuns(tx, search, now);
  const problem = await apiReads(tx as Parameters<typeof apiReads>[0]).findProblem(projectId, problemId);
  const range = problem === null ? null : await findCulpritRange(tx, projectId, problemId);
  if (problem === null || range === null || range.search?.id !== id) {
    await stopCulpritSearch(tx, { projectId, problemId, now });
    return null;
  }
  if (!(await move(tx, { search, problem, range, now }))) return null;
  const build = await findRerunBuild(tx, projectId, range.firstFailed.id);
  return build === null ? null : { search, build, waiting };
}

async function settleRuns(tx: DatabaseHandle, { id: searchId, projectId }: DrivenSearchRecord, now: Date) {
  const waiting: { id: number; queueItem: number }[] = [];
  for (const run of await listOpenRuns(tx, { projectId, searchId })) {
    const outcome = settleRun(run, now.getTime());
    if (outcome !== null) await settleCulpritRun(tx, { id: run.id, outcome, finishedAt: now });
    else if (run.waitsIn !== null) waiting.push({ id: run.id, queueItem: run.waitsIn });
  }
  return waiting;
}

interface Move {
  readonly search: DrivenSearchRecord;
  readonly problem: ProblemRecord;
  readonly range: CulpritRangeRecord;
  readonly now: Date;
}

/** Makes the next move of a search; false if it has ended. */
async function move(tx: DatabaseHandle, { search, problem, range, now }: Move): Promise<boolean> {
  const { id, projectId, problemId } = search;
  const base = revisionOf(range.lastPassing);
  const changes = range.changes.map(({ identifier }) => identifier);
  const runs = range.search?.runs ?? [];
  const day = accountDay(now.getTime());
  const budget = await apiReads(tx as Parameters<typeof apiReads>[0]).findCulpritBudget(projectId, day.date);
  const next = driveSearch({
    isOpen: problem.state === 'open',
    step: assessCulprit(problem, range)?.search.step ?? null,
    pending: runs
      .filter(({ finishedAt }) => finishedAt === null)
      .map(({ identifier }) => searchedPosition(identifier, { base, changes })),
    runsLeft: search.maxRuns - runs.length,
    runsLeftToday: Math.max(0, budget.perDay - budget.used),
  });
  switch (next.kind) {
    case 'stop':
      await stopCulpritSearch(tx, { projectId, problemId, now });
      return false;
    case 'conclude':
      await concludeCulpritSearch(tx, { problem, range, searchId: id, now });
      return false;
    case 'request': {
      const { integrationId, jobKey } = range.firstFailed;
      const identifiers = next.positions.map((position) => changes[position - 1] ?? base);
      await addRequestedRuns(tx, search, { identifiers, integrationId, jobKey, day: day.date, now });
      break;
    }
    default:
  }
  const seconds = next.kind === 'wait_for_tomorrow' ? day.secondsLeft : LOOK_SECONDS;
  await postponeCulpritSearch(tx, { id, seconds });
  return true;
}

/** Asks the tool for the runs of a search that nobody has asked for. */
async function askForRuns(search: DrivenSearchRecord, build: RerunBuildRecord, context: Context): Promise<void> {
  const { database, reruns, signal } = context;
  for (let run = await claimCulpritRun(database, search.id); run !== null; ) {
    const answer = await reruns.runAt(build, run.identifier);
    if (answer.kind === 'accepted') await confirmCulpritRun(database, run.id, answer);
    else if (answer.kind === 'unavailable') return giveUp(search, { runId: run.id, answer }, context);
    else if (!answer.mayHaveStarted) {
      if (run.failures + 1 >= MOST_FAILURES) return giveUp(search, { runId: run.id, answer }, context);
      await releaseCulpritRun(database, run.id);
      const seconds = RETRY_SECONDS * (run.failures + 1);
      return postponeCulpritSearch(database, { id: search.id, seconds });
    }
    signal.throwIfAborted();
    run = await claimCulpritRun(database, search.id);
  }
}

interface Refused {
  readonly runId: number;
  readonly answer: { readonly message: string };
}

/** Ends a search whose runs the tool does not start, with the reason. */
async function giveUp(
  { id: searchId, projectId, problemId }: DrivenSearchRecord,
  { runId, answer }: Refused,
  { database, clock }: Context,
): Promise<void> {
  const now = new Date(clock.now());
  await database.modelTransaction(async (tx) => {
    await releaseCulpritRun(tx, runId);
    await dropUnaskedRuns(tx, searchId);
    const ended = { projectId, problemId, searchId, now, conclusion: null, culpritChangeId: null };
    await endCulpritSearch(tx, { ...ended, unavailable: answer.message });
  });
}
