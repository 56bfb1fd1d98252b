import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { empty, raw, sql } from '../../sql.js';
import { defineOutbox } from '../outbox/define-outbox.js';

const connection = columnsOf('GithubConnection', 'c');

/** Whether an update `u` of a connection is to be sent. */
const isPending = (alias: 'c' | 'd') => sql`u.pending_since IS NOT NULL
  AND CASE u.kind WHEN 'status' THEN ${raw(alias)}.statuses ELSE ${raw(alias)}.comments END`;

/** A connection is due if it has something to send or to test, and its integration and project are in use. */
export const githubOutbox = defineOutbox({
  name: 'github connection',
  table: 'github_connections',
  key: 'integration_id',
  columns: {
    ...pick(
      connection,
      'integrationId',
      'statuses',
      'comments',
      'apiUrl',
      'appId',
      'lastError',
      'testRequestedAt',
    ),
    name: computed('text', sql`(SELECT i.name FROM integrations i WHERE i.id = c.integration_id)`),
    /** Encrypted; null if it was removed. */
    credential: nullable({
      ...columnsOf('IntegrationSecret').ciphertext,
      expression: sql`(SELECT s.ciphertext FROM integration_secrets s WHERE s.integration_id = c.integration_id
        AND s.purpose = 'api' AND s.retired_at IS NULL ORDER BY s.id DESC LIMIT 1)`,
    }),
  },
  joins: sql`JOIN integrations i ON i.id = d.integration_id AND i.active
    JOIN projects p ON p.id = d.project_id AND p.paused_at IS NULL AND p.archived_at IS NULL`,
  isDue: sql`(d.test_requested_at IS NOT NULL
    OR EXISTS (SELECT FROM github_updates u WHERE u.integration_id = d.integration_id AND ${isPending('d')}))`,
  onPostpone: sql`, checked_at = now(), test_requested_at = NULL`,
  onPause: () => empty,
});

/** A connection to GitHub that a worker holds while it sends the connection's updates, one after another. */
export type ClaimedConnection = NonNullable<Awaited<ReturnType<typeof githubOutbox.claim>>>;

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
  examples: [{ integrationId: 1, leaseId: '00000000-0000-0000-0000-000000000000' }],
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
