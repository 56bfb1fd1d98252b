import type { NotificationContent } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { fromJson } from '../../json.js';

const MAX_LISTED = 30;
/** The bell shows larger numbers as "99+". */
const MAX_UNREAD = 100;

/** The notifications of a person in projects that they can see now. */
export const visibleItems = (userId: number) => ({
  userId,
  notification: { project: { account: { memberships: { some: { userId, suspendedAt: null } } } } },
});

/** A person's newest notifications, and how many they have not read. */
async function readInbox({ prisma }: DatabaseHandle, userId: number) {
  const where = visibleItems(userId);
  // First, so that the list contains every notification that is counted as unread.
  const unread = await prisma.inboxItem.findMany({
    where: { ...where, readAt: null },
    take: MAX_UNREAD,
    select: { id: true },
  });
  const items = await prisma.inboxItem.findMany({
    where,
    orderBy: { id: 'desc' },
    take: MAX_LISTED,
    select: {
      id: true,
      projectId: true,
      readAt: true,
      createdAt: true,
      notification: { select: { content: true } },
    },
  });
  return {
    unread: unread.length,
    items: items.map(({ id, notification, ...item }) => ({
      id: Number(id),
      ...item,
      message: fromJson<NotificationContent>(notification.content).message,
    })),
  };
}

/** What a person set for all projects; null if nothing. */
function findNotificationPreference({ prisma }: DatabaseHandle, userId: number) {
  return prisma.notificationPreference.findUnique({ where: { userId } });
}

/** What a person set for single projects. */
function listPersonalRules({ prisma }: DatabaseHandle, userId: number) {
  return prisma.notificationRule.findMany({
    where: { userId, project: { account: { memberships: { some: { userId, suspendedAt: null } } } } },
    select: { projectId: true, event: true, enabled: true, threshold: true },
  });
}

/** The builds that a person follows in single projects. */
function listPersonalFilters({ prisma }: DatabaseHandle, userId: number) {
  return prisma.notificationFilter.findMany({ where: { userId } });
}

export const reads = { readInbox, findNotificationPreference, listPersonalRules, listPersonalFilters };
