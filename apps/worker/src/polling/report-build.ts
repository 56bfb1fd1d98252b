import type { Delivery } from '@slipway/contracts';
import {
  announceCommitted,
  applyDeliveries,
  applyPolledReport,
  type DatabaseHandle,
  type DueBuild,
  holdsLease,
  numberTriggeredBuild,
  type PolledBuildState,
  registerListedBuilds,
  saveAskedFrom,
  savePolledBuild,
} from '@slipway/db';
import { newId } from '@slipway/domain';
import { normalize, withoutLog } from '@slipway/providers';
import type { ConsoleLog } from './console-log.js';
import type { Json } from './jenkins-api.js';
import { JenkinsError } from './jenkins-error.js';
import { fromNow, type PollContext } from './poll-context.js';

// A polled build becomes a delivery like any other: the provider normalizes it, the same statements merge it, and it has
// a key and a ledger row. Only the queue is skipped: the delivery is applied in the transaction that advances the
// console offset, under the lease, so that every byte read is stored exactly once.

/** Another worker holds the lease now, and will find the same builds. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease expired');
    this.name = 'LeaseLostError';
  }
}

type Progress = Partial<PolledBuildState>;

function writeUnderLease<T>(poll: PollContext, work: (tx: DatabaseHandle) => Promise<T>): Promise<T> {
  return poll.database.modelTransaction(async (tx) => {
    if (!(await holdsLease(tx, poll.claim))) throw new LeaseLostError();
    return work(tx);
  });
}

/** Saves the progress of polling a build without reporting anything. */
export function saveProgress(poll: PollContext, build: DueBuild, progress: Progress): Promise<void> {
  return writeUnderLease(poll, (tx) => savePolledBuild(tx, build, { ...build, failures: 0, ...progress }));
}

/** Records that the start of a triggered build is about to be requested; null withdraws the record. */
export function saveStartRequest(poll: PollContext, build: DueBuild, nextNumber: number | null): Promise<void> {
  return writeUnderLease(poll, (tx) => saveAskedFrom(tx, build, nextNumber));
}

/** A build as reported by the server. */
export interface ReadBuild {
  readonly info: Json;
  readonly buildUrl: string;
  readonly log?: ConsoleLog;
  readonly artifactSizes?: Readonly<Record<string, number>>;
}

/** Reports the start or the end of a build, and saves the progress. */
export async function reportBuild(
  poll: PollContext,
  build: DueBuild,
  { read, progress }: { read: ReadBuild; progress: Progress },
): Promise<void> {
  const delivery = toDelivery(poll, build, read);
  const normalized = normalize(delivery, poll.context, poll.redactor);
  if (normalized.outcome !== 'applied')
    throw new JenkinsError('unexpected', 'Jenkins describes the build in a format that Slipway cannot read');
  const { baseUrl, context, clock } = poll;
  const { requests, changes } = await writeUnderLease(poll, async (tx) => {
    const batch = [{ delivery, context, ...normalized }];
    const applied = await applyDeliveries(tx.pool, batch, { baseUrl, withoutLog, startedAt: clock.now() });
    await savePolledBuild(tx, build, { ...build, failures: 0, ...progress });
    return applied;
  });
  poll.failures.add(requests);
  await announceCommitted(poll.database, changes);
}

function toDelivery({ claim, clock }: PollContext, { jobKey, buildNumber }: DueBuild, read: ReadBuild): Delivery {
  const { info, buildUrl, log, artifactSizes } = read;
  const phase = info.building === true ? 'running' : 'over';
  return {
    id: newId(),
    accountId: claim.accountId,
    projectId: claim.projectId,
    integrationId: claim.integrationId,
    provider: 'jenkins',
    path: '/polling/jenkins',
    event: 'build_polled',
    // The start time distinguishes the builds of a job that was deleted and recreated, and counts from one again.
    key: `poll:${phase}:${String(info.timestamp)}:${buildNumber}:${jobKey}`,
    keyWindowMs: null,
    receivedAt: clock.now(),
    body: JSON.stringify({
      job_name: jobKey,
      build_number: buildNumber,
      build_url: buildUrl,
      info,
      artifact_sizes: artifactSizes,
      log: log?.content,
      log_truncated: log?.truncated,
    }),
  };
}

/** Stores the output so far of a running build. */
export function reportLog(
  poll: PollContext,
  build: DueBuild & { startedAt: Date },
  { log, progress }: { log: ConsoleLog; progress: Progress },
): Promise<void> {
  const { content, truncated, offset } = log;
  const receivedAt = poll.clock.now();
  // Dated to the start of the build, so that any log reported at its end outweighs this one.
  const report = { ...emptyReport(build), reportedAt: build.startedAt.getTime(), log: { content, truncated } };
  const read = { logOffset: offset, logStoredAt: new Date(receivedAt), failures: 0 };
  return writeUnderLease(poll, async (tx) => {
    await applyPolledReport(tx, { scope: scopeOf(poll, receivedAt), report, baseUrl: poll.baseUrl });
    await savePolledBuild(tx, build, { ...build, ...read, ...progress });
  });
}

/** Cancels a triggered build that never started, and writes the reason to its log. */
export function reportNeverStarted(poll: PollContext, build: DueBuild, reason: string): Promise<void> {
  const now = poll.clock.now();
  const log = { content: `${reason}\n`, truncated: false };
  const report = { ...emptyReport(build), status: 'cancelled' as const, reportedAt: now, finishedAt: now, log };
  return writeUnderLease(poll, async (tx) => {
    await applyPolledReport(tx, { scope: scopeOf(poll, now), report, baseUrl: poll.baseUrl });
    await savePolledBuild(tx, build, { ...build, settledAt: new Date(now) });
  });
}

/** Gives a triggered build the number that Jenkins assigned; from now on it is polled under that number. */
export function assignNumber(poll: PollContext, build: DueBuild, number: number): Promise<void> {
  const { integrationId, jobKey } = build;
  const now = fromNow(poll, 0);
  return writeUnderLease(poll, async (tx) => {
    await numberTriggeredBuild(tx, build, String(number));
    await registerListedBuilds(tx, { integrationId, jobKey, numbers: [number], now });
    await savePolledBuild(tx, build, { ...build, settledAt: now });
  });
}

function emptyReport({ jobKey: jobName, buildNumber }: DueBuild) {
  return { kind: 'build_report' as const, jobName, buildNumber, attempt: 1, status: null, originalStatus: null };
}

function scopeOf({ claim, context }: PollContext, receivedAt: number) {
  const { accountId, projectId, integrationId } = claim;
  const { engine, approvalAssetTypes, hasNotificationRules, hasCulpritSearch, updatesGithub } = context;
  return {
    accountId,
    projectId,
    integrationId,
    provider: 'jenkins',
    receivedAt,
    engine,
    approvalAssetTypes,
    hasNotificationRules,
    hasCulpritSearch,
    updatesGithub,
  };
}
