import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import type { MailedPause } from '../mail/mailed-notification.js';
import { mailOwners } from '../mail/security-notices.js';
import type { ClaimedConnection, PendingUpdate } from './github-leases.js';

/** How an attempt ended: what was sent, or why GitHub never accepts it. */
export interface UpdateEnding {
  /** A digest of what GitHub shows now; null if it could not be changed. */
  readonly digest: string | null;
  readonly error: string | null;
}

const settle = defineQuery({
  name: 'settle github update',
  columns: {},
  examples: [{ id: 1, revision: 1, digest: null, error: null }],
  build: ({ id, revision, digest, error }: Pick<PendingUpdate, 'id' | 'revision'> & UpdateEnding) => sql`
    UPDATE github_updates SET sent_digest = COALESCE(${digest}::text, sent_digest), last_error = ${error}::text,
      pending_since = CASE WHEN revision = ${revision} THEN NULL ELSE pending_since END, updated_at = now()
    WHERE id = ${id}`,
});

/** Ends the attempt to send an update. It stays pending if it changed meanwhile. */
export async function settleUpdate(
  { pool }: DatabaseHandle,
  { id, revision }: PendingUpdate,
  { digest, error }: UpdateEnding,
): Promise<void> {
  await settle.execute(pool, { id, revision, digest, error });
}

/** Stores that GitHub answered: with an error that concerns one repository or commit only, or null. */
export async function noteAnswer(
  tx: DatabaseHandle,
  { integrationId, projectId, testRequestedAt, lastError }: ClaimedConnection,
  { error, isSent = false }: { readonly error: string | null; readonly isSent?: boolean },
): Promise<void> {
  const now = await databaseTime(tx);
  await tx.prisma.githubConnection.updateMany({
    where: { integrationId },
    data: {
      ...{ checkedAt: now, lastError: error, failures: 0, failingSince: null, testRequestedAt: null },
      ...(isSent ? { lastSentAt: now } : {}),
    },
  });
  if (testRequestedAt !== null || lastError !== error) await announceChange(tx, projectId, 'integration');
}

/** An attempt that made the whole connection wait. */
export interface ConnectionFailure {
  readonly error: string;
  readonly delayMs: number;
  /** False if GitHub only asks to wait. */
  readonly counts: boolean;
}

/** Makes a connection wait. Returns since when it has been failing. */
export async function postponeConnection(
  tx: DatabaseHandle,
  { integrationId, projectId, leaseId }: ClaimedConnection,
  { error, delayMs, counts }: ConnectionFailure,
): Promise<Date> {
  const now = await databaseTime(tx);
  const found = await tx.prisma.githubConnection.findUnique({
    where: { integrationId },
    select: { failingSince: true },
  });
  const failingSince = found?.failingSince ?? now;
  await tx.prisma.githubConnection.updateMany({
    where: { integrationId, leaseId },
    data: {
      ...{ lastError: error, checkedAt: now, testRequestedAt: null, leaseId: null, leasedUntil: null },
      ...{ nextAttemptAt: new Date(now.getTime() + delayMs) },
      ...(counts ? { failures: { increment: 1 }, failingSince } : {}),
    },
  });
  await announceChange(tx, projectId, 'integration');
  return failingSince;
}

/** Pauses a connection that cannot work until an owner changes it, and mails the owners. */
export async function pauseConnection(
  tx: DatabaseHandle,
  { integrationId }: ClaimedConnection,
  reason: string,
): Promise<void> {
  const now = await databaseTime(tx);
  const { count } = await tx.prisma.githubConnection.updateMany({
    where: { integrationId, pausedAt: null },
    data: { pausedAt: now },
  });
  if (count === 0) return;
  const {
    accountId,
    name: channelName,
    project,
  } = await tx.prisma.integration.findUniqueOrThrow({
    where: { id: integrationId },
    select: { accountId: true, name: true, project: { select: { id: true, name: true } } },
  });
  const place = { channelName, integrationId, projectId: project.id, projectName: project.name };
  const payload: MailedPause = { ...place, reason };
  await mailOwners(tx, accountId, { kind: 'channel_paused', payload, now });
}
