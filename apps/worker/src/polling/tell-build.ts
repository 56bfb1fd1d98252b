import type { Delivery } from '@slipway/contracts';
import {
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
import { normalize } from '@slipway/providers';
import { v7 as uuidv7 } from 'uuid';
import type { LogSoFar } from './console-log.js';
import { JenkinsProblem } from './jenkins-problem.js';
import { later, type PollRound } from './poll-round.js';

// What polling finds goes the way of every delivery but for the queue: normalized by the provider, merged by the same
// statements, with a key and a line in the ledger. Not being queued, it is written in the transaction that moves the
// console's offset on, under the lease: what was read is stored exactly once, and nothing is read that is not stored.

/** Another worker has taken over: whatever this one found, that one finds too. */
export class LostLeaseError extends Error {
  constructor() {
    super('the lease ran out');
    this.name = 'LostLeaseError';
  }
}

function write(round: PollRound, work: (tx: DatabaseHandle) => Promise<void>): Promise<void> {
  return round.database.modelTransaction(async (tx) => {
    if (!(await holdsLease(tx, round.claim))) throw new LostLeaseError();
    await work(tx);
  });
}

/** Keeps how far reading has come, and nothing else. */
export function saveProgress(
  round: PollRound,
  build: DueBuild,
  changes: Partial<PolledBuildState>,
): Promise<void> {
  return write(round, (tx) => savePolledBuild(tx, build, { ...build, failures: 0, ...changes }));
}

/** Keeps that Jenkins is about to be asked to start a triggered build, or, with null, that it surely did not. */
export function saveAsked(round: PollRound, build: DueBuild, askedFrom: number | null): Promise<void> {
  return write(round, (tx) => saveAskedFrom(tx, build, askedFrom));
}

/** A build as it was read. */
export interface ReadBuild {
  readonly info: Readonly<Record<string, unknown>>;
  readonly buildUrl: string;
  readonly log?: LogSoFar;
  readonly artifactSizes?: Readonly<Record<string, number>>;
}

/** Tells of a build that was seen to begin or to be over, and keeps how far reading has come. */
export function tellBuild(
  round: PollRound,
  build: DueBuild,
  told: { read: ReadBuild; changes: Partial<PolledBuildState> },
): Promise<void> {
  const delivery = toDelivery(round, build, told.read);
  const normalized = normalize(delivery, round.context);
  if (normalized.outcome !== 'applied')
    throw new JenkinsProblem('strange', 'Jenkins tells of the build in a way that cannot be read');
  const { baseUrl, context, clock } = round;
  return write(round, async (tx) => {
    await applyDeliveries(tx.pool, [{ delivery, context, ...normalized }], { baseUrl, startedAt: clock.now() });
    await savePolledBuild(tx, build, { ...build, failures: 0, ...told.changes });
  });
}

function toDelivery({ claim, clock }: PollRound, { jobKey, buildNumber }: DueBuild, read: ReadBuild): Delivery {
  const { info, buildUrl, log, artifactSizes } = read;
  const phase = info.building === true ? 'running' : 'over';
  return {
    id: uuidv7(),
    accountId: claim.accountId,
    projectId: claim.projectId,
    integrationId: claim.integrationId,
    provider: 'jenkins',
    path: '/polling/jenkins',
    event: 'build_polled',
    // The time tells builds apart whose job was made anew and counts from one again.
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

/** Stores what a running build has printed so far. */
export function tellLog(
  round: PollRound,
  build: DueBuild & { startedAt: Date },
  told: { log: LogSoFar; changes: Partial<PolledBuildState> },
): Promise<void> {
  const { content, truncated, offset } = told.log;
  const receivedAt = round.clock.now();
  // As old as the build, so that any log of its end stands against it.
  const report = { ...reportOf(build), reportedAt: build.startedAt.getTime(), log: { content, truncated } };
  const progress = { logOffset: offset, logStoredAt: new Date(receivedAt), failures: 0 };
  return write(round, async (tx) => {
    await applyPolledReport(tx, { scope: scopeOf(round, receivedAt), report, baseUrl: round.baseUrl });
    await savePolledBuild(tx, build, { ...build, ...progress, ...told.changes });
  });
}

/** Ends a triggered build that never came to run, and says why in its log. */
export function tellNeverRan(round: PollRound, build: DueBuild, reason: string): Promise<void> {
  const now = round.clock.now();
  const log = { content: `${reason}\n`, truncated: false };
  const report = { ...reportOf(build), status: 'cancelled' as const, reportedAt: now, finishedAt: now, log };
  return write(round, async (tx) => {
    await applyPolledReport(tx, { scope: scopeOf(round, now), report, baseUrl: round.baseUrl });
    await savePolledBuild(tx, build, { ...build, settledAt: new Date(now) });
  });
}

/** Gives a triggered build its number, under which it is read from now on. */
export function tellNumber(round: PollRound, build: DueBuild, number: number): Promise<void> {
  const { integrationId, jobKey } = build;
  const now = later(round, 0);
  return write(round, async (tx) => {
    await numberTriggeredBuild(tx, build, String(number));
    await registerListedBuilds(tx, { integrationId, jobKey, numbers: [number], now });
    await savePolledBuild(tx, build, { ...build, settledAt: now });
  });
}

function reportOf({ jobKey, buildNumber }: DueBuild) {
  return {
    kind: 'build_report' as const,
    jobName: jobKey,
    buildNumber,
    attempt: 1,
    status: null,
    originalStatus: null,
  };
}

function scopeOf({ claim, context }: PollRound, receivedAt: number) {
  const { accountId, projectId, integrationId } = claim;
  const { engine, approvalAssetTypes } = context;
  return { accountId, projectId, integrationId, provider: 'jenkins', receivedAt, engine, approvalAssetTypes };
}
