import { type DueBuild, findTrigger, type Trigger } from '@slipway/db';
import { type FoundStart, findStart } from './find-start.js';
import { jobSegments } from './jenkins-address.js';
import {
  getJson,
  readQueueItem,
  START_TREE,
  type StartAnswer,
  type StartableJob,
  startBuild,
  toStartableJob,
} from './jenkins-api.js';
import { JenkinsProblem } from './jenkins-problem.js';
import { later, type PollRound } from './poll-round.js';
import { RUNNING_MS, retryDelayMs } from './schedule.js';
import { saveAsked, saveProgress, tellNeverRan, tellNumber } from './tell-build.js';

/** A build that a commit trigger asked for has no number until its server starts it. */
export function isTrigger({ buildNumber }: DueBuild): boolean {
  return !/^[0-9]/.test(buildNumber);
}

/** Starts what was triggered, and waits until Jenkins gives it a number. */
export async function pollTrigger(build: DueBuild, round: PollRound): Promise<void> {
  const segments = jobSegments(build.jobKey);
  if (segments === null) return tellNeverRan(round, build, 'The job has a name that Jenkins cannot have.');
  const trigger = await findTrigger(round.database, build);
  if (trigger === null) return saveProgress(round, build, { settledAt: later(round, 0) });
  const wanted = { segments, trigger };
  if (build.queueItem !== null) return waitFor(build, { ...wanted, queueItem: build.queueItem }, round);
  return build.askedFrom === null ? start(build, wanted, round) : lookFor(build, wanted, round);
}

/** What is to be started, and where. */
interface Start {
  readonly segments: readonly string[];
  readonly trigger: Trigger;
}

/** Waits for what is in the queue. */
async function waitFor(build: DueBuild, wanted: Start & { queueItem: number }, round: PollRound): Promise<void> {
  const item = await findQueueItem(wanted.queueItem, round);
  if (item.state === 'started') return tellNumber(round, build, item.number);
  if (item.state === 'waiting') return saveProgress(round, build, { nextPollAt: later(round, RUNNING_MS) });
  const found = item.state === 'forgotten' ? await find(build, wanted, round) : null;
  if (found !== null && 'number' in found) return tellNumber(round, build, found.number);
  await tellNeverRan(round, build, 'Jenkins took the build out of its queue.');
}

/** Jenkins forgets an item minutes after it left the queue. */
async function findQueueItem(item: number, { http }: PollRound) {
  try {
    return await readQueueItem(http, item);
  } catch (error) {
    if (error instanceof JenkinsProblem && error.kind === 'missing') return { state: 'forgotten' as const };
    throw error;
  }
}

/**
 * Asks Jenkins once. That it is about to be asked is stored first, and taken back only when it surely did not start
 * anything: a build that starts twice is worse than one that a person has to start.
 */
async function start(build: DueBuild, { segments, trigger }: Start, round: PollRound): Promise<void> {
  const job = toStartableJob(await getJson(round.http, segments, START_TREE));
  const parameters = job.parameterNames.length === 0 ? null : parametersOf(job, trigger);
  await saveAsked(round, build, job.nextNumber);
  let answer: StartAnswer;
  try {
    answer = await startBuild(round.http, segments, parameters);
  } catch (error) {
    if (error instanceof JenkinsProblem && !error.mayHaveActed) await saveAsked(round, build, null);
    throw error;
  }
  const startedAt = answer.isTaken ? later(round, 0) : null;
  await saveProgress(round, build, {
    queueItem: answer.queueItem,
    startedAt,
    nextPollAt: later(round, RUNNING_MS),
  });
}

/** Looks for what Jenkins was asked to start without telling where it is. */
async function lookFor(build: DueBuild, wanted: Start, round: PollRound): Promise<void> {
  const found = await find(build, wanted, round);
  if (found === null) {
    const failures = build.failures + 1;
    const delayMs = retryDelayMs(failures);
    if (delayMs === null) return giveUpTrigger(build, round, '');
    return saveProgress(round, build, { failures, nextPollAt: later(round, delayMs) });
  }
  if ('number' in found) return tellNumber(round, build, found.number);
  await saveProgress(round, build, { queueItem: found.queueItem, nextPollAt: later(round, RUNNING_MS) });
}

function find(
  { queueItem, askedFrom }: DueBuild,
  { segments: job, trigger }: Start,
  { http, claim }: PollRound,
): Promise<FoundStart | null> {
  const { username } = claim.config;
  return findStart(http, {
    job,
    queueItem,
    askedFrom: askedFrom ?? 0,
    commit: trigger.commit,
    username: claim.apiToken !== null && typeof username === 'string' ? username : null,
    parametersFor(startable) {
      const values = parametersOf(startable, trigger);
      return { values, tell: Object.keys(values).some((name) => factOf(name) !== 'branch') };
    },
  });
}

/** Ends a trigger whose build has no number. One that Jenkins took is left to its reports and to the job's list. */
export function giveUpTrigger(build: DueBuild, round: PollRound, reason: string): Promise<void> {
  if (build.startedAt !== null) return saveProgress(round, build, { settledAt: later(round, 0) });
  const text =
    build.askedFrom === null
      ? `The build could not be started. ${reason}`
      : 'Jenkins was asked to start the build and did not say that it does. No such build was found. It is not asked again.';
  return tellNeverRan(round, build, text);
}

/** The names under which jobs take what is to be built, in any case. */
const NAMES: Readonly<Record<keyof Trigger, ReadonlySet<string>>> = {
  commit: new Set(['commit', 'commit_sha', 'git_commit', 'sha', 'revision']),
  changelist: new Set(['changelist', 'p4_changelist', 'change', 'p4_change', 'cl']),
  branch: new Set(['branch', 'branch_name', 'git_branch']),
};

function factOf(name: string): keyof Trigger | undefined {
  const facts = Object.entries(NAMES) as [keyof Trigger, ReadonlySet<string>][];
  return facts.find(([, known]) => known.has(name.toLowerCase()))?.[0];
}

/** The parameters of a job that say what to build; the others keep their defaults. */
function parametersOf({ parameterNames }: StartableJob, trigger: Trigger): Record<string, string> {
  return Object.fromEntries(
    parameterNames.flatMap((name) => {
      const fact = factOf(name);
      const value = fact === undefined ? '' : trigger[fact];
      return value === '' ? [] : [[name, value]];
    }),
  );
}
