import { type DueJob, registerListedBuilds, saveJob } from '@slipway/db';
import { listBuilds } from './jenkins-api.js';
import { jobSegments } from './jenkins-url.js';
import { fromNow, type PollContext } from './poll-context.js';
import { jobDelayMs, LOOKBACK_MS, missingJobDelayMs } from './schedule.js';

/** How many of a job's newest builds are checked. */
const NEWEST = 25;

/** Finds builds of a job whose start or end was never reported: webhooks get lost. */
export async function pollJob({ jobKey }: DueJob, poll: PollContext): Promise<void> {
  const { database, claim, clock } = poll;
  const { integrationId } = claim;
  const segments = jobSegments(jobKey);
  const listed = segments === null ? [] : await listBuilds(poll.http, segments, NEWEST);
  const recent = listed.filter(({ timestamp }) => timestamp > clock.now() - LOOKBACK_MS);
  const numbers = recent
    .map(({ number }) => number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);
  const now = fromNow(poll, 0);
  if (numbers.length > 0) await registerListedBuilds(database, { integrationId, jobKey, numbers, now });
  const newest = listed.reduce<number | null>((latest, { timestamp }) => Math.max(latest ?? 0, timestamp), null);
  const nextCheckAt = fromNow(poll, jobDelayMs(newest, clock.now()));
  await saveJob(database, { integrationId, jobKey, failures: 0, nextCheckAt });
}

/**
 * Postpones a failing job, longer each time: it may be deleted, or its name in a report may not refer to a job at all.
 */
export async function postponeJob({ jobKey, failures }: DueJob, poll: PollContext): Promise<void> {
  const { integrationId } = poll.claim;
  const nextCheckAt = fromNow(poll, missingJobDelayMs(failures + 1));
  await saveJob(poll.database, { integrationId, jobKey, failures: failures + 1, nextCheckAt });
}
