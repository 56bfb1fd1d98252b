import { CHANNEL_KINDS, type ChannelKind } from '@slipway/contracts';
import type { NotificationContent } from '@slipway/domain';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

// SQL, because leases are measured by the database's clock and rows are claimed with SKIP LOCKED.

const channelColumns = {
  ...pick(columnsOf('NotificationChannel', 'c'), 'id', 'accountId', 'projectId', 'name', 'failures'),
  kind: narrowed<ChannelKind>(columnsOf('NotificationChannel', 'c').kind),
  config: columnsOf('NotificationChannel', 'c').config,
  leaseId: computed('text', sql`c.lease_id::text`),
};

/** A channel that a worker holds while it sends the channel's messages, one after another. */
export interface ClaimedChannel extends RowOf<typeof channelColumns> {}

/**
 * A channel is due if it is neither paused nor held nor waiting after a failure, has messages, and its project is in
 * use. During an upgrade, a kind that this release does not know is left to workers that do.
 */
const claim = defineQuery({
  name: 'claim notification channel',
  columns: channelColumns,
  examples: [{ leaseId: '00000000-0000-0000-0000-000000000000', seconds: 1 }],
  build: ({ leaseId, seconds }: { readonly leaseId: string; readonly seconds: number }, select) => sql`
    UPDATE notification_channels c
    SET lease_id = ${leaseId}::uuid, leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE c.id = (SELECT d.id FROM notification_channels d
      JOIN projects p ON p.id = d.project_id AND p.archived_at IS NULL
      WHERE d.kind = ANY(${CHANNEL_KINDS}::text[]) AND d.paused_at IS NULL AND d.next_attempt_at <= now() AND (d.leased_until IS NULL OR d.leased_until < now())
        AND EXISTS (SELECT FROM notification_deliveries w WHERE w.channel_id = d.id AND w.status = 'pending')
      ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING ${select}`,
});

/** Claims a channel with messages to send; null if there is none. The lease expires if its holder dies. */
export function claimChannel(
  { pool }: DatabaseHandle,
  lease: { readonly leaseId: string; readonly seconds: number },
): Promise<ClaimedChannel | null> {
  return claim.first(pool, lease);
}

const delivery = columnsOf('NotificationDelivery', 'd');
const deliveryColumns = {
  ...pick(delivery, 'id', 'attempts', 'expiresAt'),
  ...pick(columnsOf('Notification', 'n'), 'createdAt', 'threadKey'),
  content: narrowed<NotificationContent>(columnsOf('Notification', 'n').content),
  isExpired: computed('bool', sql`d.expires_at < now()`),
  threadId: nullable(
    computed(
      'text',
      sql`(SELECT o.remote_id FROM notifications f
    JOIN notification_deliveries o ON o.notification_id = f.id AND o.channel_id = d.channel_id
    WHERE f.project_id = n.project_id AND f.thread_key = n.thread_key AND o.remote_id IS NOT NULL AND o.id <> d.id
    ORDER BY o.sent_at LIMIT 1)`,
    ),
  ),
  edits: nullable(
    computed<'jsonb', SentBefore>(
      'jsonb',
      sql`(SELECT jsonb_build_object('remoteId', o.remote_id, 'remotePlace', o.remote_place,
      'title', f.content #>> '{message,title}') FROM notifications f
    JOIN notification_deliveries o ON o.notification_id = f.id AND o.channel_id = d.channel_id
    WHERE f.project_id = n.project_id AND f.thread_key = n.thread_key AND f.build_run_id = n.build_run_id
      AND f.event = 'main_job.broke' AND n.event = 'main_job.cause_found' AND o.remote_id IS NOT NULL LIMIT 1)`,
    ),
  ),
};

/** A message of the channel that another one completes. */
interface SentBefore {
  readonly remoteId: string;
  readonly remotePlace: string | null;
  readonly title: string;
}

/**
 * A message to send. `threadId` is the id of the thread's first message in the channel. `edits` is the message that the
 * job broke, if it went out without the cause that this one names.
 */
export interface PendingDelivery extends RowOf<typeof deliveryColumns> {}

const nextPending = defineQuery({
  name: 'find pending notification delivery',
  columns: deliveryColumns,
  examples: [{ id: '00000000-0000-0000-0000-000000000000', leaseId: '00000000-0000-0000-0000-000000000000' }],
  build: ({ id, leaseId }: Pick<ClaimedChannel, 'id' | 'leaseId'>, select) => sql`
    SELECT ${select} FROM notification_channels c
    JOIN notification_deliveries d ON d.channel_id = c.id AND d.status = 'pending'
    JOIN notifications n ON n.id = d.notification_id
    WHERE c.id = ${id}::uuid AND c.lease_id = ${leaseId}::uuid AND c.paused_at IS NULL
    ORDER BY d.id LIMIT 1`,
});

/** The channel's oldest unsent message; null if there is none, or the channel was paused or taken over meanwhile. */
export function findPendingDelivery(
  { pool }: DatabaseHandle,
  held: ClaimedChannel,
): Promise<PendingDelivery | null> {
  return nextPending.first(pool, held);
}

const renew = defineQuery({
  name: 'renew channel lease',
  columns: {},
  examples: [
    { id: '00000000-0000-0000-0000-000000000000', leaseId: '00000000-0000-0000-0000-000000000000', seconds: 1 },
  ],
  build: ({ id, leaseId, seconds }: Pick<ClaimedChannel, 'id' | 'leaseId'> & { readonly seconds: number }) => sql`
    UPDATE notification_channels SET leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid`,
});

/** Extends a lease; false if another worker has taken over. */
export async function renewChannel(
  { pool }: DatabaseHandle,
  { id, leaseId }: ClaimedChannel,
  seconds: number,
): Promise<boolean> {
  return (await renew.execute(pool, { id, leaseId, seconds })) > 0;
}

/** Returns a channel. It is due again after the delay. */
export async function releaseChannel(
  on: DatabaseHandle,
  { id, leaseId }: ClaimedChannel,
  delayMs: number,
): Promise<void> {
  const now = await databaseTime(on);
  await on.prisma.notificationChannel.updateMany({
    where: { id, leaseId },
    data: { leaseId: null, leasedUntil: null, nextAttemptAt: new Date(now.getTime() + delayMs) },
  });
}
