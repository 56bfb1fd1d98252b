import type { BuildReport } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { announceChanges } from '../../live-changes.js';
import { withNumbers } from '../../numbers.js';
import { applyOperations } from '../apply/apply-operations.js';
import { lockProjects } from '../apply/engine/lock-projects.js';
import type { DeliveryScope } from '../apply/engine/scoped-operation.js';

export interface PolledBuildKey {
  readonly integrationId: number;
  readonly jobKey: string;
  readonly buildNumber: string;
}

export interface PolledBuildState {
  readonly startedAt: Date | null;
  readonly logOffset: number;
  readonly logStoredAt: Date | null;
  readonly queueItem: number | null;
  readonly failures: number;
  readonly nextPollAt: Date;
  readonly settledAt: Date | null;
}

export interface DueBuild extends PolledBuildKey, PolledBuildState {
  /** The job's next number when Jenkins was asked to start the build, 0 if unknown; null if it was not asked. */
  readonly askedFrom: number | null;
}

const keyOf = ({ integrationId, jobKey, buildNumber }: PolledBuildKey) => ({
  integrationId,
  jobKey,
  buildNumber,
});

/** An integration's due builds, longest overdue first. */
export async function listDueBuilds(
  { prisma }: DatabaseHandle,
  { integrationId, now, limit }: { integrationId: number; now: Date; limit: number },
): Promise<DueBuild[]> {
  const builds = await prisma.jenkinsBuild.findMany({
    where: { integrationId, settledAt: null, nextPollAt: { lte: now } },
    orderBy: [{ nextPollAt: 'asc' }, { jobKey: 'asc' }, { buildNumber: 'asc' }],
    take: limit,
    omit: { createdAt: true },
  });
  return builds.map(withNumbers);
}

export async function savePolledBuild(
  { prisma }: DatabaseHandle,
  key: PolledBuildKey,
  state: PolledBuildState,
): Promise<void> {
  const { startedAt, logOffset, logStoredAt, queueItem, failures, nextPollAt, settledAt } = state;
  await prisma.jenkinsBuild.updateMany({
    where: keyOf(key),
    data: { startedAt, logOffset, logStoredAt, queueItem, failures, nextPollAt, settledAt },
  });
}

/**
 * Records that Jenkins is about to be asked to start a triggered build; null withdraws this. `savePolledBuild` does not
 * touch it, so that a worker with an older state cannot start the build again.
 */
export async function saveAskedFrom(
  { prisma }: DatabaseHandle,
  key: PolledBuildKey,
  askedFrom: number | null,
): Promise<void> {
  await prisma.jenkinsBuild.updateMany({ where: keyOf(key), data: { askedFrom } });
}

interface StoredLog {
  readonly content: string;
  readonly truncated: boolean;
  readonly receivedAt: Date;
}

/** A build's stored log, and when it was stored; `purged` if the log was purged; null if there is none. */
export async function findStoredLog(
  { prisma }: DatabaseHandle,
  key: PolledBuildKey,
): Promise<StoredLog | 'purged' | null> {
  const build = await prisma.buildRun.findUnique({
    where: { integrationId_jobKey_buildNumber: keyOf(key) },
    select: {
      log: { select: { content: true, truncated: true, receivedAt: true } },
      logPurge: { select: { purgedAt: true } },
    },
  });
  return build?.log ?? (build?.logPurge == null ? null : 'purged');
}

/** Registers builds that the server lists and whose end no report has described. Returns how many are new. */
export async function registerListedBuilds(
  { prisma }: DatabaseHandle,
  {
    integrationId,
    jobKey,
    numbers,
    now,
  }: { integrationId: number; jobKey: string; numbers: readonly number[]; now: Date },
): Promise<number> {
  const listed = numbers.map(String);
  const complete = await prisma.buildRun.findMany({
    where: { integrationId, jobKey, buildNumber: { in: listed }, finishedAt: { not: null }, hasLog: true },
    select: { buildNumber: true },
  });
  const known = new Set(complete.map(({ buildNumber }) => buildNumber));
  const { count } = await prisma.jenkinsBuild.createMany({
    data: listed
      .filter((number) => !known.has(number))
      .map((buildNumber) => ({ integrationId, jobKey, buildNumber, nextPollAt: now, createdAt: now })),
    skipDuplicates: true,
  });
  return count;
}

/** A triggered build without a number is stored under its revision. */
const IS_TRIGGER = [{ buildNumber: { startsWith: 'commit-' } }, { buildNumber: { startsWith: 'changelist-' } }];

/** Deletes builds that were settled long ago. Triggers are kept longer, so that nothing is started twice. */
export async function deleteSettledBuilds(
  { prisma }: DatabaseHandle,
  before: { readonly builds: Date; readonly triggers: Date },
): Promise<number> {
  const { count } = await prisma.jenkinsBuild.deleteMany({
    where: {
      OR: [{ settledAt: { lt: before.triggers } }, { settledAt: { lt: before.builds }, NOT: { OR: IS_TRIGGER } }],
    },
  });
  return count;
}

type UndeliveredScope = Omit<DeliveryScope, 'deliveryId' | 'deliveryKey'>;

/**
 * Merges a report like any other, but without a delivery: a build that prints output for an hour would produce a
 * thousand of them.
 */
export async function applyPolledReport(
  { pool }: DatabaseHandle,
  { scope, report, baseUrl }: { scope: UndeliveredScope; report: BuildReport; baseUrl: string },
): Promise<void> {
  const operations = [{ scope: { ...scope, deliveryId: '', deliveryKey: '' }, operation: report }];
  await lockProjects(pool, operations, { isSmall: false });
  await applyOperations(pool, operations, { baseUrl });
  await announceChanges(pool, [{ project_id: scope.projectId, kinds: ['build_run'] }]);
}
