import {
  FOLLOW_UPS,
  isFollowUp,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationType,
} from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** What decides who gets a notification. */
interface Addressed {
  readonly accountId: number;
  readonly projectId: number;
  readonly event: NotificationType;
  readonly userId: number | null;
  readonly channelId: string | null;
  readonly detail: {
    readonly threshold?: number | null;
    /** Who caused the event and need not be told. */
    readonly exceptUserId?: number | null;
    /** The only people who get it, if other projects tell the rest. */
    readonly userIds?: readonly number[];
  };
}

/** Whether any rule of a project asks for an event that is off by default. */
export async function isWanted(
  { prisma }: DatabaseHandle,
  projectId: number,
  event: NotificationEvent,
): Promise<boolean> {
  const rule = await prisma.notificationRule.findFirst({
    where: { projectId, event, enabled: true },
    select: { id: true },
  });
  return rule !== null;
}

/** The channels and people that get a notification. */
export interface Recipients {
  readonly channelIds: readonly string[];
  readonly userIds: readonly number[];
}

/** Finds who gets a notification by the rules of its project. Only members of the account do. */
export async function findRecipients(tx: DatabaseHandle, notification: Addressed): Promise<Recipients> {
  const { event: type, channelId, projectId, detail } = notification;
  if (type === 'channel.test') return { channelIds: channelId === null ? [] : [channelId], userIds: [] };
  const event = isFollowUp(type) ? FOLLOW_UPS[type] : type;
  const rules = await tx.prisma.notificationRule.findMany({
    where: { projectId, event, ...(detail.threshold == null ? {} : { threshold: detail.threshold }) },
    select: { channelId: true, userId: true, enabled: true },
  });
  const isFor = (userId: number) =>
    rules.find((rule) => rule.userId === userId)?.enabled ?? NOTIFICATION_EVENTS[event].onByDefault.person;
  const subscribed = rules.flatMap(({ userId, enabled }) =>
    userId !== null && enabled && userId !== detail.exceptUserId && (detail.userIds?.includes(userId) ?? true)
      ? [userId]
      : [],
  );
  const people =
    notification.userId === null ? subscribed : [notification.userId].filter((userId) => isFor(userId));
  return {
    // What concerns one person is sent to that person only.
    channelIds:
      notification.userId === null
        ? rules.flatMap((rule) => (rule.channelId !== null && rule.enabled ? [rule.channelId] : []))
        : [],
    userIds: await membersAmong(tx, notification.accountId, people),
  };
}

async function membersAmong({ prisma }: DatabaseHandle, accountId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return [];
  const members = await prisma.accountMembership.findMany({
    where: { accountId, suspendedAt: null, userId: { in: [...userIds] } },
    orderBy: { userId: 'asc' },
    select: { userId: true },
  });
  return members.map(({ userId }) => userId);
}
