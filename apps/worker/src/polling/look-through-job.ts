import { type DueJob, registerListedBuilds, saveJob } from '@slipway/db';
import { jobSegments } from './jenkins-address.js';
import { listBuilds } from './jenkins-api.js';
import { later, type PollRound } from './poll-round.js';
import { jobDelayMs, LOOKBACK_MS, missingJobDelayMs } from './schedule.js';

/** How many of a job's newest builds are looked at. */
const NEWEST = 25;

/** Looks for builds of a job that no report told of, or not to the end: webhooks get lost. */
export async function lookThroughJob({ jobKey }: DueJob, round: PollRound): Promise<void> {
  const { database, claim, clock } = round;
  const { integrationId } = claim;
  const segments = jobSegments(jobKey);
  const listed = segments === null ? [] : await listBuilds(round.http, segments, NEWEST);
  const recent = listed.filter(({ timestamp }) => timestamp > clock.now() - LOOKBACK_MS);
  const numbers = recent
    .map(({ number }) => number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);
  const now = later(round, 0);
  if (numbers.length > 0) await registerListedBuilds(database, { integrationId, jobKey, numbers, now });
  const newest = listed.reduce<number | null>((latest, { timestamp }) => Math.max(latest ?? 0, timestamp), null);
  const nextCheckAt = later(round, jobDelayMs(newest, clock.now()));
  await saveJob(database, { integrationId, jobKey, failures: 0, nextCheckAt });
}

/** Names in reports need not be jobs of the server, and jobs go: those are asked for less and less. */
export async function putOffJob({ jobKey, failures }: DueJob, round: PollRound): Promise<void> {
  const { integrationId } = round.claim;
  const nextCheckAt = later(round, missingJobDelayMs(failures + 1));
  await saveJob(round.database, { integrationId, jobKey, failures: failures + 1, nextCheckAt });
}
