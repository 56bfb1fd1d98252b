import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { raw, sql } from '../../sql.js';

// SQL, because leases are measured by the database's clock and rows are claimed with SKIP LOCKED.

const NO_LEASE = '00000000-0000-0000-0000-000000000000';

const connection = columnsOf('GithubConnection', 'c');
const connectionColumns = {
  ...pick(connection, 'integrationId', 'projectId', 'statuses', 'comments', 'apiUrl', 'appId'),
  ...pick(connection, 'failures', 'lastError', 'testRequestedAt'),
  accountId: computed('int4', sql`(SELECT p.account_id FROM projects p WHERE p.id = c.project_id)`),
  leaseId: computed('text', sql`c.lease_id::text`),
  /** Encrypted; null if it was removed. */
  credential: nullable({
    ...columnsOf('IntegrationSecret').ciphertext,
    expression: sql`(SELECT s.ciphertext FROM integration_secrets s WHERE s.integration_id = c.integration_id
      AND s.purpose = 'api' AND s.retired_at IS NULL ORDER BY s.id DESC LIMIT 1)`,
  }),
};

/** A connection to GitHub that a worker holds while it sends the connection's updates, one after another. */
export interface ClaimedConnection extends RowOf<typeof connectionColumns> {}

/** Whether an update `u` of a connection is to be sent. */
const isPending = (alias: 'c' | 'd') => sql`u.pending_since IS NOT NULL
  AND CASE u.kind WHEN 'status' THEN ${raw(alias)}.statuses ELSE ${raw(alias)}.comments END`;

/** A connection is due if it is neither paused nor held nor waiting, and has something to send or to test. */
const claim = defineQuery({
  name: 'claim github connection',
  columns: connectionColumns,
  examples: [{ leaseId: NO_LEASE, seconds: 1 }],
  build: ({ leaseId, seconds }: { readonly leaseId: string; readonly seconds: number }, select) => sql`
    UPDATE github_connections c
    SET lease_id = ${leaseId}::uuid, leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE c.integration_id = (SELECT d.integration_id FROM github_connections d
      JOIN integrations i ON i.id = d.integration_id AND i.active
      JOIN projects p ON p.id = d.project_id AND p.paused_at IS NULL AND p.archived_at IS NULL
      WHERE d.paused_at IS NULL AND d.next_attempt_at <= now() AND (d.leased_until IS NULL OR d.leased_until < now())
        AND (d.test_requested_at IS NOT NULL
          OR EXISTS (SELECT FROM github_updates u WHERE u.integration_id = d.integration_id AND ${isPending('d')}))
      ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING ${select}`,
});

/** Claims a connection with something to do; null if there is none. The lease expires if its holder dies. */
export function claimConnection(
  { pool }: DatabaseHandle,
  lease: { readonly leaseId: string; readonly seconds: number },
): Promise<ClaimedConnection | null> {
  return claim.first(pool, lease);
}

const updateColumns = {
  ...pick(columnsOf('GithubUpdate', 'u'), 'id', 'repository', 'sha', 'jobName', 'revision', 'sentDigest'),
  kind: narrowed<'status' | 'comment'>(computed('text', sql`u.kind::text`)),
  pendingSince: computed('timestamptz', sql`u.pending_since`),
  isExpired: computed('bool', sql`u.pending_since < now() - interval '1 day'`),
};

/** A commit status or comment that may have to change on GitHub. */
export interface PendingUpdate extends RowOf<typeof updateColumns> {}

const nextPending = defineQuery({
  name: 'find pending github update',
  columns: updateColumns,
  examples: [{ integrationId: 1, leaseId: NO_LEASE }],
  build: ({ integrationId, leaseId }: Pick<ClaimedConnection, 'integrationId' | 'leaseId'>, select) => sql`
    SELECT ${select} FROM github_connections c
    JOIN github_updates u ON u.integration_id = c.integration_id AND ${isPending('c')}
    WHERE c.integration_id = ${integrationId} AND c.lease_id = ${leaseId}::uuid AND c.paused_at IS NULL
    ORDER BY u.pending_since, u.id LIMIT 1`,
});

/** The oldest unsent update; null if there is none, or the connection was paused or taken over meanwhile. */
export function findPendingUpdate(
  { pool }: DatabaseHandle,
  held: ClaimedConnection,
): Promise<PendingUpdate | null> {
  return nextPending.first(pool, held);
}

const renew = defineQuery({
  name: 'renew github lease',
  columns: {},
  examples: [{ integrationId: 1, leaseId: NO_LEASE, seconds: 1 }],
  build: ({
    integrationId,
    leaseId,
    seconds,
  }: Pick<ClaimedConnection, 'integrationId' | 'leaseId'> & { readonly seconds: number }) => sql`
    UPDATE github_connections SET leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE integration_id = ${integrationId} AND lease_id = ${leaseId}::uuid`,
});

/** Extends a lease; false if another worker has taken over. */
export async function renewConnection(
  { pool }: DatabaseHandle,
  { integrationId, leaseId }: ClaimedConnection,
  seconds: number,
): Promise<boolean> {
  return (await renew.execute(pool, { integrationId, leaseId, seconds })) > 0;
}

/** Returns a connection. It is due again after the delay. */
export async function releaseConnection(
  on: DatabaseHandle,
  { integrationId, leaseId }: ClaimedConnection,
  delayMs: number,
): Promise<void> {
  const now = await databaseTime(on);
  await on.prisma.githubConnection.updateMany({
    where: { integrationId, leaseId },
    data: { leaseId: null, leasedUntil: null, nextAttemptAt: new Date(now.getTime() + delayMs) },
  });
}
