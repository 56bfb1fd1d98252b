import type { GroupReach } from '@slipway/contracts';
import { reachOf } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { announceChange } from '../../live-changes.js';
import { listGroups } from '../../reads/groups/groups.js';
import type { ClaimedChannel, PendingDelivery } from './channel-outbox.js';
import { membersAmong } from './recipients.js';
import { markDelivered } from './settle-deliveries.js';
import { writeToPeople } from './write-to-people.js';

interface GroupDelivery {
  readonly delivery: PendingDelivery;
  readonly groupId: number;
  readonly reach: GroupReach;
}

/**
 * Hands a message over to people of a group: to the bell and, as each has set it, to the mail outbox, in the caller's
 * transaction. Who is on call is decided now. Whoever got the notification by rules of their own does not get it again.
 */
export async function tellGroup(
  tx: DatabaseHandle,
  channel: ClaimedChannel,
  { delivery, groupId, reach }: GroupDelivery,
): Promise<'told' | 'deleted' | 'empty'> {
  const { accountId, projectId } = channel;
  const group = (await listGroups(tx, accountId)).find(({ id }) => id === groupId);
  if (group === undefined) return 'deleted';
  const now = await databaseTime(tx);
  const userIds = await membersAmong(tx, accountId, reachOf(group, reach, now.getTime()));
  if (userIds.length === 0) return 'empty';
  const { id, notificationId, threadKey, content } = delivery;
  await writeToPeople(tx, { id: notificationId, projectId, threadKey, content }, { userIds, now });
  await announceChange(tx, projectId, 'notification');
  await markDelivered(tx, channel, { id, sent: { status: null, remoteId: null, remotePlace: null } });
  return 'told';
}
