import { type DueBuild, findTrigger, type Trigger } from '@slipway/db';
import { jobSegments } from './jenkins-address.js';
import { readParameterNames, readQueueItem, startBuild } from './jenkins-api.js';
import { JenkinsProblem } from './jenkins-problem.js';
import { later, type PollRound } from './poll-round.js';
import { RUNNING_MS } from './schedule.js';
import { saveProgress, tellNeverRan, tellNumber } from './tell-build.js';

/** A build that a commit trigger asked for has no number until its server starts it. */
export function isTrigger({ buildNumber }: DueBuild): boolean {
  return !/^[0-9]/.test(buildNumber);
}

/** Starts what was triggered, and waits until Jenkins gives it a number. */
export async function pollTrigger(build: DueBuild, round: PollRound): Promise<void> {
  const segments = jobSegments(build.jobName);
  if (segments === null) return tellNeverRan(round, build, 'The job has a name that Jenkins cannot have.');
  if (build.queueItem === null) return start(build, segments, round);
  const item = await findQueueItem(build.queueItem, round);
  if (item.state === 'started') return tellNumber(round, build, item.number);
  if (item.state === 'waiting') return saveProgress(round, build, { nextPollAt: later(round, RUNNING_MS) });
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
 * Should the answer be lost, the job is started again: of two equal builds Jenkins queues one while the other waits, and
 * a commit built twice is better than one that is never built.
 */
async function start(build: DueBuild, segments: readonly string[], round: PollRound): Promise<void> {
  const trigger = await findTrigger(round.database.pool, build);
  if (trigger === null) return saveProgress(round, build, { settledAt: later(round, 0) });
  const names = await readParameterNames(round.http, segments);
  const parameters = names.length === 0 ? null : parametersOf(names, trigger);
  const queueItem = await startBuild(round.http, segments, parameters);
  await saveProgress(round, build, { queueItem, nextPollAt: later(round, RUNNING_MS) });
}

/** The names under which jobs take what is to be built, in any case. */
const NAMES: Readonly<Record<keyof Trigger, ReadonlySet<string>>> = {
  commit: new Set(['commit', 'commit_sha', 'git_commit', 'sha', 'revision']),
  changelist: new Set(['changelist', 'p4_changelist', 'change', 'p4_change', 'cl']),
  branch: new Set(['branch', 'branch_name', 'git_branch']),
};

/** The parameters of a job that say what to build; the others keep their defaults. */
function parametersOf(names: readonly string[], trigger: Trigger): Record<string, string> {
  const facts = Object.entries(NAMES) as [keyof Trigger, ReadonlySet<string>][];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [fact] = facts.find(([, known]) => known.has(name.toLowerCase())) ?? [];
      return fact === undefined || trigger[fact] === '' ? [] : [[name, trigger[fact]]];
    }),
  );
}
