import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import type { ClaimedConnection, PendingUpdate } from './github-outbox.js';

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
      checkedAt: now,
      lastError: error,
      failures: 0,
      failingSince: null,
      testRequestedAt: null,
      ...(isSent ? { lastSentAt: now } : {}),
    },
  });
  if (testRequestedAt !== null || lastError !== error) await announceChange(tx, projectId, 'integration');
}
