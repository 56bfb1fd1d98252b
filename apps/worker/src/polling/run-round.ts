import {
  type DueBuild,
  isDatabaseOutage,
  listDueBuilds,
  listDueJobs,
  type PollResult,
  registerJobs,
} from '@slipway/db';
import { greet } from './jenkins-api.js';
import { JenkinsProblem, type ProblemKind } from './jenkins-problem.js';
import { lookThroughJob, putOffJob } from './look-through-job.js';
import { pollBuild } from './poll-build.js';
import { eachWithin, later, type PollRound } from './poll-round.js';
import { giveUpTrigger, isTrigger, pollTrigger } from './poll-trigger.js';
import { IDLE_MS, PAUSED_MS, retryDelayMs, sickDelayMs } from './schedule.js';
import { LostLeaseError, saveProgress } from './tell-build.js';

const MAX_BUILDS = 20;
const MAX_JOBS = 20;

/** Problems of the server or of our access to it: whatever else would be asked would fail the same way. */
const OF_THE_SERVER: ReadonlySet<ProblemKind> = new Set(['sick', 'denied', 'blocked']);

/** How a turn went: what worked, and the first thing that did not. */
interface Tally {
  successes: number;
  problem: JenkinsProblem | null;
}

/** Reads what is due at the server of one integration. Returns how the next turn stands. */
export async function runRound(round: PollRound): Promise<PollResult> {
  const tally: Tally = { successes: 0, problem: null };
  try {
    await readDue(tally, round);
    // Where nothing could be read it is not known yet whether the server is there and knows us.
    if (tally.successes === 0) await greet(round.http);
  } catch (error) {
    if (!(error instanceof JenkinsProblem)) throw error;
    return afterProblem(error, round);
  }
  const problem = tally.successes === 0 ? tally.problem : null;
  if (problem?.kind === 'forbidden') return afterProblem(problem, round);
  return { state: 'ok', error: problem?.message ?? null, now: later(round, 0), nextPollAt: later(round, IDLE_MS) };
}

async function readDue(tally: Tally, round: PollRound): Promise<void> {
  const { integrationId } = round.claim;
  const { database } = round;
  const now = later(round, 0);
  await registerJobs(database, { integrationId, now });
  const builds = await listDueBuilds(database, { integrationId, now, limit: MAX_BUILDS });
  await eachWithin(round, builds, (build) => attempt(tally, () => pollOne(build, round), failBuild(build, round)));
  const jobs = await listDueJobs(database, { integrationId, now, limit: MAX_JOBS });
  await eachWithin(round, jobs, (job) =>
    attempt(
      tally,
      () => lookThroughJob(job, round),
      () => putOffJob(job, round),
    ),
  );
}

function pollOne(build: DueBuild, round: PollRound): Promise<void> {
  return isTrigger(build) ? pollTrigger(build, round) : pollBuild(build, round);
}

/** Goes on after what concerns one build or job alone. */
async function attempt(
  tally: Tally,
  work: () => Promise<void>,
  fail: (error: Error) => Promise<void>,
): Promise<void> {
  try {
    await work();
    tally.successes += 1;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof LostLeaseError || isDatabaseOutage(error)) throw error;
    if (error instanceof JenkinsProblem) {
      if (OF_THE_SERVER.has(error.kind)) throw error;
      tally.problem ??= error;
    }
    await fail(error);
  }
}

/** Tries a build again later, and in the end no more. */
function failBuild(build: DueBuild, round: PollRound): (error: Error) => Promise<void> {
  return async (error) => {
    const { jobKey, buildNumber } = build;
    if (!(error instanceof JenkinsProblem))
      round.logger.error({ err: error, jobKey, buildNumber }, 'polled build cannot be stored');
    const failures = build.failures + 1;
    const delayMs = retryDelayMs(failures);
    if (delayMs !== null) return saveProgress(round, build, { failures, nextPollAt: later(round, delayMs) });
    if (isTrigger(build)) return giveUpTrigger(build, round, error.message);
    return saveProgress(round, build, { failures, settledAt: later(round, 0) });
  };
}

/** A sick server is left alone for longer and longer; what only people can mend is left to them. */
function afterProblem({ kind, message, retryAfterMs }: JenkinsProblem, round: PollRound): PollResult {
  const isSick = kind === 'sick' || kind === 'strange' || kind === 'missing';
  const delayMs = isSick ? sickDelayMs(round.claim.failures + 1, retryAfterMs) : PAUSED_MS;
  const state = isSick ? 'failing' : 'paused';
  return { state, error: message, now: later(round, 0), nextPollAt: later(round, delayMs) };
}
