import { CHANNEL_KINDS, type ChannelKind } from '@slipway/contracts';
import type { NotificationContent } from '@slipway/domain';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { empty, sql } from '../../sql.js';
import { defineOutbox } from '../outbox/define-outbox.js';

const channel = columnsOf('NotificationChannel', 'c');

/**
 * A channel is due if it has messages and its project is in use. During an upgrade, a kind that this release does not
 * know is left to workers that do.
 */
export const channelOutbox = defineOutbox({
  name: 'notification channel',
  table: 'notification_channels',
  key: 'id',
  columns: { ...pick(channel, 'id', 'name', 'config'), kind: narrowed<ChannelKind>(channel.kind) },
  joins: sql`JOIN projects p ON p.id = d.project_id AND p.archived_at IS NULL`,
  isDue: sql`d.kind = ANY(${CHANNEL_KINDS}::text[])
    AND EXISTS (SELECT FROM notification_deliveries w WHERE w.channel_id = d.id AND w.status = 'pending')`,
  onPostpone: empty,
  onPause: (reason) => sql`, pause_reason = ${reason}, paused_by_id = NULL`,
});

/** A channel that a worker holds while it sends the channel's messages, one after another. */
export type ClaimedChannel = NonNullable<Awaited<ReturnType<typeof channelOutbox.claim>>>;

const delivery = columnsOf('NotificationDelivery', 'd');
const deliveryColumns = {
  ...pick(delivery, 'id', 'notificationId', 'attempts', 'expiresAt'),
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
      'title', CASE WHEN f.detail->>'cause' <> n.detail->>'cause' THEN n.content #>> '{message,title}'
        ELSE f.content #>> '{message,title}' END) FROM notifications f
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
 * job broke, if it went out without the cause that this one names. It keeps its title, unless that names another cause.
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
