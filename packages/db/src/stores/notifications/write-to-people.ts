import type { MailedNotification } from '@slipway/domain';
import { endOfQuiet, type NotificationContent, nextTime } from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { fromJson, toJson } from '../../json.js';
import { visibleItems } from '../../reads/notifications/inbox.js';
import { sql } from '../../sql.js';

/** A notification that is being released. */
interface Released {
  readonly id: string;
  readonly projectId: number;
  readonly threadKey: string;
  readonly content: NotificationContent;
}

/** Puts a notification into the inboxes of people, and mails it to those who want that, in the caller's transaction. */
export async function writeToPeople(
  { prisma }: DatabaseHandle,
  { id: notificationId, projectId, threadKey, content }: Released,
  { userIds, now }: { readonly userIds: readonly number[]; readonly now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  const found = await prisma.notificationPreference.findMany({ where: { userId: { in: [...userIds] } } });
  const preferenceOf = new Map(found.map((preference) => [preference.userId, preference]));
  await prisma.inboxItem.createMany({
    data: userIds.map((userId) => ({
      userId,
      notificationId,
      projectId,
      createdAt: now,
      inDigest: preferenceOf.get(userId)?.mail === 'digest',
    })),
    skipDuplicates: true,
  });
  const mailed = userIds.filter((userId) => (preferenceOf.get(userId)?.mail ?? 'immediate') === 'immediate');
  const payload: MailedNotification = { message: content.message, thread: `${projectId}:${threadKey}` };
  await prisma.mailOutbox.createMany({
    data: mailed.map((userId) => {
      const preference = preferenceOf.get(userId);
      const at = preference === undefined ? now : new Date(endOfQuiet(now.getTime(), preference));
      const messageId = `notification-${notificationId}-${userId}`;
      return {
        kind: 'notification',
        userId,
        payload: toJson(payload),
        messageId,
        nextAttemptAt: at,
        createdAt: now,
      };
    }),
    skipDuplicates: true,
  });
}

const MAX_IN_DIGEST = 100;

/** Skips people whose digest another worker is writing. */
const lockDueDigest = defineQuery({
  name: 'lock due digest',
  columns: pick(columnsOf('NotificationPreference'), 'userId', 'timezone', 'digestHour'),
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM notification_preferences
    WHERE next_digest_at IS NOT NULL AND next_digest_at <= now() ORDER BY next_digest_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
});

/** Writes one person's daily digest; false if none is due. An empty digest is not sent. */
export async function writeDueDigest(database: Database, now: Date): Promise<boolean> {
  // Opens no transaction while none is due.
  if ((await lockDueDigest.first(database.pool, null)) === null) return false;
  return database.modelTransaction((tx) => writeDigest(tx, now));
}

async function writeDigest(tx: DatabaseHandle, now: Date): Promise<boolean> {
  const due = await lockDueDigest.first(tx.pool, null);
  if (due === null) return false;
  const { userId, timezone, digestHour } = due;
  const items = await tx.prisma.inboxItem.findMany({
    where: { ...visibleItems(userId), inDigest: true },
    orderBy: { id: 'asc' },
    take: MAX_IN_DIGEST,
    select: { id: true, notification: { select: { content: true } } },
  });
  if (items.length > 0) {
    const messages = items.map(({ notification }) => fromJson<NotificationContent>(notification.content).message);
    const messageId = `digest-${userId}-${items[0]?.id}`;
    const data = { kind: 'notification_digest', userId, payload: toJson({ messages }), messageId, createdAt: now };
    await tx.prisma.mailOutbox.createMany({ data: { ...data, nextAttemptAt: now }, skipDuplicates: true });
    const ids = items.map(({ id }) => id);
    await tx.prisma.inboxItem.updateMany({ where: { id: { in: ids } }, data: { inDigest: false } });
  }
  const nextDigestAt = new Date(nextTime(now.getTime(), timezone, digestHour * 60));
  await tx.prisma.notificationPreference.update({ where: { userId }, data: { nextDigestAt } });
  return true;
}
