import type { FixKind } from '@slipway/contracts';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import { withNumbers } from '../../numbers.js';
import type { EvidenceLine, InvestigationStep } from '../../reads/builds/investigations.js';
import type { StoredSuspect } from '../../reads/builds/suspects.js';
import { sql } from '../../sql.js';
import { moveCredits } from '../billing/credit-ledger.js';
import { queueGithubUpdates } from '../github/queue-updates.js';
import { notifyOfFinding } from '../notifications/finding-events.js';
import { releaseNotificationsOf } from '../notifications/write-notification.js';

/** The result of an investigation. */
export interface Finding {
  readonly diagnosis: string;
  /** The sentence of the diagnosis that names changes; empty if it names none. */
  readonly attribution: string;
  readonly suggestedFix: string;
  readonly fixKind: FixKind;
  readonly category: string;
  readonly confidence: number;
  readonly evidence: readonly EvidenceLine[];
  readonly attributedUserId: number | null;
  /** The changes that probably caused the failure, oldest first. */
  readonly suspects: readonly StoredSuspect[];
  /** Equal for findings with the same cause; null if the log names none. */
  readonly fingerprint: string | null;
  /** Whether the finding is based on a log. */
  readonly hasLog: boolean;
}

/** An investigation, as held by the worker that runs it. */
export interface HeldInvestigation {
  readonly id: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  /** Whether the service started it, rather than a person. */
  readonly automatic: boolean;
  /** Which run this is, from 1. Once another worker has taken over, this one writes nothing. */
  readonly attempt: number;
}

/** A worker that has sent no heartbeat for this long is considered dead. */
const LEASE_SECONDS = 30;

/** Takes an investigation that no worker is running; null if it is finished or being run. */
export async function beginInvestigation(on: DatabaseHandle, id: string): Promise<HeldInvestigation | null> {
  const now = await databaseTime(on);
  const expired = { lt: new Date(now.getTime() - LEASE_SECONDS * 1000) };
  const [held] = await on.prisma.investigation.updateManyAndReturn({
    where: {
      id,
      OR: [
        { status: 'pending' },
        { status: 'running', heartbeatAt: expired },
        { status: 'running', heartbeatAt: null, updatedAt: expired },
      ],
    },
    data: { status: 'running', attempts: { increment: 1 }, heartbeatAt: now, updatedAt: now },
    select: { id: true, accountId: true, projectId: true, buildRunId: true, automatic: true, attempts: true },
  });
  if (held === undefined) return null;
  await on.prisma.investigation.updateMany({ where: { id, startedAt: null }, data: { startedAt: now } });
  const { attempts: attempt, ...rest } = withNumbers(held);
  return { ...rest, attempt };
}

const isHeld = ({ id, projectId, attempt }: HeldInvestigation) =>
  ({ id, projectId, status: 'running', attempts: attempt }) as const;

/** Extends the lease while the work continues. */
export async function touchInvestigation(on: DatabaseHandle, held: HeldInvestigation): Promise<void> {
  const now = await databaseTime(on);
  await on.prisma.investigation.updateMany({
    where: isHeld(held),
    data: { heartbeatAt: now, updatedAt: now },
  });
}

/** Stores the progress and extends the lease; false if another worker has taken over. */
export async function recordSteps(
  on: DatabaseHandle,
  held: HeldInvestigation,
  steps: readonly InvestigationStep[],
): Promise<boolean> {
  const now = await databaseTime(on);
  const { count } = await on.prisma.investigation.updateMany({
    where: isHeld(held),
    data: { steps: toJson(steps), heartbeatAt: now, updatedAt: now },
  });
  await announceChange(on, held.projectId, 'investigation');
  return count === 1;
}

const loggedBuild = defineQuery({
  name: 'lock logged build',
  columns: pick(columnsOf('BuildRun'), 'hasLog'),
  examples: [1],
  build: (id: number, select) => sql`SELECT ${select} FROM build_runs WHERE id = ${id} FOR SHARE`,
});

/** Whether a build has a log. If it has none, no report adds one until the transaction ends. */
export async function lockLoggedBuild({ pool }: DatabaseHandle, id: number): Promise<boolean> {
  return (await loggedBuild.first(pool, id))?.hasLog ?? false;
}

/** Puts an investigation back, to be run again; false if another worker has taken over. */
export async function returnInvestigation(on: DatabaseHandle, held: HeldInvestigation): Promise<boolean> {
  const { count } = await on.prisma.investigation.updateMany({
    where: isHeld(held),
    data: { status: 'pending', steps: [], heartbeatAt: null },
  });
  return count === 1;
}

/** Deletes an investigation that was not charged, as if the build had never been investigated. */
export async function discardInvestigation(on: DatabaseHandle, held: HeldInvestigation): Promise<void> {
  await on.prisma.investigation.deleteMany({ where: { ...isHeld(held), creditsCharged: 0 } });
  await releaseNotificationsOf(on, held.buildRunId);
  await announceChange(on, held.projectId, 'investigation');
}

/** Stores the finding, in the caller's transaction; false if another worker has taken over. */
export async function completeInvestigation(
  tx: DatabaseHandle,
  held: HeldInvestigation,
  { steps, evidence, ...finding }: Finding & { readonly steps: readonly InvestigationStep[] },
): Promise<boolean> {
  const [completed] = await tx.prisma.investigation.updateManyAndReturn({
    where: isHeld(held),
    data: {
      status: 'completed',
      ...finding,
      evidence: toJson(evidence),
      suspects: toJson(finding.suspects),
      steps: toJson(steps),
      finishedAt: new Date(),
    },
    select: { accountId: true },
  });
  await announceChange(tx, held.projectId, 'investigation');
  if (completed === undefined) return false;
  await notifyOfFinding(tx, { ...held, ...completed, ...finding });
  await queueGithubUpdates(tx.pool, { buildIds: [held.buildRunId], changeIds: [] });
  return true;
}

/** Ends an investigation that cannot be completed and refunds its credits once, in the caller's transaction. */
export async function failInvestigation(
  tx: DatabaseHandle,
  held: HeldInvestigation,
  { reason, steps }: { readonly reason: string; readonly steps: readonly InvestigationStep[] },
): Promise<boolean> {
  return (await failAndRefund(tx, isHeld(held), { failureReason: reason, steps: toJson(steps) })) > 0;
}

/** Ends a build's unfinished investigation, whichever worker runs it, and refunds its credits. */
export async function abandonInvestigation(tx: DatabaseHandle, buildRunId: number, reason: string): Promise<void> {
  await failAndRefund(tx, { buildRunId, status: { in: ['pending', 'running'] } }, { failureReason: reason });
}

type Filter = NonNullable<Parameters<DatabaseHandle['prisma']['investigation']['findMany']>[0]>['where'];
type Edit = Parameters<DatabaseHandle['prisma']['investigation']['updateManyAndReturn']>[0]['data'];

async function failAndRefund(tx: DatabaseHandle, where: Filter, data: Edit): Promise<number> {
  const failed = await tx.prisma.investigation.updateManyAndReturn({
    where: { ...where },
    data: { ...data, status: 'failed', finishedAt: new Date() },
    select: { id: true, projectId: true, accountId: true, buildRunId: true, creditsCharged: true },
  });
  for (const { id: investigationId, projectId, accountId, buildRunId, creditsCharged: delta } of failed) {
    await announceChange(tx, projectId, 'investigation');
    await releaseNotificationsOf(tx, Number(buildRunId));
    if (delta > 0) await moveCredits(tx, { accountId, investigationId, delta, reason: 'refund' });
  }
  return failed.length;
}

/** The statuses are literals: Prisma's enum parameters do not match the partial index. */
const strandedInvestigations = defineQuery({
  name: 'stranded investigations',
  columns: pick(columnsOf('Investigation'), 'id'),
  examples: [60],
  build: (idleSeconds: number, select) => sql`
    SELECT ${select} FROM investigations
    WHERE status IN ('pending', 'running')
      AND updated_at < clock_timestamp() - make_interval(secs => ${idleSeconds})
    ORDER BY updated_at LIMIT 1000`,
});

/** Investigations without a live worker: never started, or started by a worker that died. */
export async function findStrandedInvestigations(
  { pool }: DatabaseHandle,
  idleSeconds = LEASE_SECONDS,
): Promise<string[]> {
  return (await strandedInvestigations.all(pool, idleSeconds)).map(({ id }) => id);
}
