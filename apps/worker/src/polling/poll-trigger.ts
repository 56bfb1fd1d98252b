import { type DueBuild, findTrigger, type Trigger } from '@slipway/db';
import { revisionFieldOf } from '@slipway/domain';
import { type FoundBuild, findTriggeredBuild } from './find-triggered-build.js';
import {
  getJson,
  readQueueItem,
  STARTABLE_JOB_TREE,
  type StartableJob,
  type StartResponse,
  startBuild,
  toStartableJob,
} from './jenkins-api.js';
import { JenkinsError } from './jenkins-error.js';
import { jobSegments } from './jenkins-url.js';
import { fromNow, type PollContext } from './poll-context.js';
import { assignNumber, reportNeverStarted, saveProgress, saveStartRequest } from './report-build.js';
import { RUNNING_MS, retryDelayMs } from './schedule.js';

/** A build requested by a commit trigger has no number until its server starts it. */
export function isTriggered({ buildNumber }: DueBuild): boolean {
  return !/^[0-9]/.test(buildNumber);
}

/** Starts a triggered build, then polls until Jenkins gives it a number. */
export async function pollTrigger(build: DueBuild, poll: PollContext): Promise<void> {
  const segments = jobSegments(build.jobKey);
  if (segments === null)
    return reportNeverStarted(poll, build, 'The configured job name is not valid in Jenkins.');
  const trigger = await findTrigger(poll.database, build);
  if (trigger === null) return saveProgress(poll, build, { settledAt: fromNow(poll, 0) });
  const triggered = { segments, trigger };
  if (build.queueItem !== null) return pollQueueItem(build, { ...triggered, queueItem: build.queueItem }, poll);
  return build.askedFrom === null ? start(build, triggered, poll) : search(build, triggered, poll);
}

interface TriggeredBuild {
  readonly segments: readonly string[];
  readonly trigger: Trigger;
}

async function pollQueueItem(
  build: DueBuild,
  triggered: TriggeredBuild & { queueItem: number },
  poll: PollContext,
): Promise<void> {
  const item = await findQueueItem(triggered.queueItem, poll);
  if (item.state === 'started') return assignNumber(poll, build, item.number);
  if (item.state === 'waiting') return saveProgress(poll, build, { nextPollAt: fromNow(poll, RUNNING_MS) });
  const found = item.state === 'unknown' ? await find(build, triggered, poll) : null;
  if (found !== null && 'number' in found) return assignNumber(poll, build, found.number);
  await reportNeverStarted(poll, build, 'Jenkins removed the build from its queue.');
}

/** Jenkins forgets a queue item a few minutes after it left the queue. */
async function findQueueItem(item: number, { http }: PollContext) {
  try {
    return await readQueueItem(http, item);
  } catch (error) {
    if (error instanceof JenkinsError && error.kind === 'not_found') return { state: 'unknown' as const };
    throw error;
  }
}

/**
 * Requests the start only once. The request is recorded before it is sent, and the record is withdrawn only if Jenkins
 * certainly started nothing: a build that starts twice is worse than one that a person must start.
 */
async function start(build: DueBuild, { segments, trigger }: TriggeredBuild, poll: PollContext): Promise<void> {
  const job = toStartableJob(await getJson(poll.http, segments, STARTABLE_JOB_TREE));
  const parameters = job.parameterNames.length === 0 ? null : parametersOf(job, trigger);
  await saveStartRequest(poll, build, job.nextNumber);
  let response: StartResponse;
  try {
    response = await startBuild(poll.http, segments, parameters);
  } catch (error) {
    if (error instanceof JenkinsError && !error.mayHaveActed) await saveStartRequest(poll, build, null);
    throw error;
  }
  const startedAt = response.isAccepted ? fromNow(poll, 0) : null;
  await saveProgress(poll, build, {
    queueItem: response.queueItem,
    startedAt,
    nextPollAt: fromNow(poll, RUNNING_MS),
  });
}

/** Searches for a requested build if the response did not name its queue item. */
async function search(build: DueBuild, triggered: TriggeredBuild, poll: PollContext): Promise<void> {
  const found = await find(build, triggered, poll);
  if (found === null) {
    const failures = build.failures + 1;
    const delayMs = retryDelayMs(failures);
    if (delayMs === null) return giveUpTrigger(build, poll, '');
    return saveProgress(poll, build, { failures, nextPollAt: fromNow(poll, delayMs) });
  }
  if ('number' in found) return assignNumber(poll, build, found.number);
  await saveProgress(poll, build, { queueItem: found.queueItem, nextPollAt: fromNow(poll, RUNNING_MS) });
}

function find(
  { queueItem, askedFrom }: DueBuild,
  { segments: job, trigger }: TriggeredBuild,
  { http, claim }: PollContext,
): Promise<FoundBuild | null> {
  const { username } = claim.config;
  return findTriggeredBuild(http, {
    job,
    queueItem,
    firstNumber: askedFrom ?? 0,
    commit: trigger.commit,
    username: claim.apiToken !== null && typeof username === 'string' ? username : null,
    parametersFor(startable) {
      const values = parametersOf(startable, trigger);
      // Many builds share a branch, so a branch alone does not identify one.
      return { values, identify: Object.keys(values).some((name) => revisionFieldOf(name) !== 'branch') };
    },
  });
}

/**
 * Ends a trigger whose build has no number. If Jenkins accepted it, reports or the job's build list will contain it.
 */
export function giveUpTrigger(build: DueBuild, poll: PollContext, reason: string): Promise<void> {
  if (build.startedAt !== null) return saveProgress(poll, build, { settledAt: fromNow(poll, 0) });
  const text =
    build.askedFrom === null
      ? `The build could not be started. ${reason}`
      : 'Slipway requested the build, but Jenkins did not confirm it and no such build was found. Slipway does not request it again.';
  return reportNeverStarted(poll, build, text);
}

/** The job parameters for which the trigger has a value. The others keep their defaults. */
function parametersOf({ parameterNames }: StartableJob, trigger: Trigger): Record<string, string> {
  return Object.fromEntries(
    parameterNames.flatMap((name) => {
      const field = revisionFieldOf(name);
      const value = field === undefined ? '' : trigger[field];
      return value === '' ? [] : [[name, value]];
    }),
  );
}
