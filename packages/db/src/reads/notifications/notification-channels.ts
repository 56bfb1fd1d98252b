import type { ChannelKind } from '@slipway/contracts';
import type { NotificationContent } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { Prisma } from '../../generated/client.js';
import { fromJson } from '../../json.js';

const select = {
  id: true,
  kind: true,
  name: true,
  target: true,
  pausedAt: true,
  pauseReason: true,
  failingSince: true,
  lastError: true,
  nextAttemptAt: true,
  lastSentAt: true,
  rules: { select: { event: true, enabled: true, threshold: true } },
  /** Null if nobody chose anything since filters exist. */
  filter: true,
  _count: { select: { deliveries: { where: { status: 'pending' } } } },
} as const;

async function listNotificationChannels({ prisma }: DatabaseHandle, projectId: number) {
  const channels = await prisma.notificationChannel.findMany({
    where: { projectId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select,
  });
  const tests = await countWaitingTests(prisma, projectId);
  return channels.map((channel) => withWaiting(channel, tests));
}

type StoredChannel = Prisma.NotificationChannelGetPayload<{ select: typeof select }>;

/** Counts the messages that are not sent yet. */
function withWaiting({ _count, kind, ...channel }: StoredChannel, tests: ReadonlyMap<string | null, number>) {
  const waiting = _count.deliveries + (tests.get(channel.id) ?? 0);
  return { ...channel, kind: kind as ChannelKind, waiting };
}

export type NotificationChannelRecord = ReturnType<typeof withWaiting>;

/** The builds that a channel or a person follows. */
export type NotificationFilterRecord = NonNullable<NotificationChannelRecord['filter']>;

/** Test messages that no worker has picked up yet, by channel: they have no delivery so far. */
async function countWaitingTests(
  prisma: DatabaseHandle['prisma'],
  projectId: number,
): Promise<ReadonlyMap<string | null, number>> {
  const tests = await prisma.notification.groupBy({
    by: ['channelId'],
    where: { projectId, releasedAt: null, channelId: { not: null } },
    _count: true,
  });
  return new Map(tests.map(({ channelId, _count }) => [channelId, _count]));
}

async function findNotificationChannel(
  { prisma }: DatabaseHandle,
  projectId: number,
  id: string,
): Promise<NotificationChannelRecord | null> {
  const found = await prisma.notificationChannel.findUnique({ where: { id, projectId }, select });
  return found && withWaiting(found, await countWaitingTests(prisma, projectId));
}

/** A channel's encrypted configuration. */
function findChannelConfig({ prisma }: DatabaseHandle, projectId: number, id: string) {
  return prisma.notificationChannel.findUnique({
    where: { id, projectId },
    select: { id: true, name: true, kind: true, config: true },
  });
}

const MAX_LISTED = 50;

/** The newest messages of a channel. */
async function listNotificationDeliveries({ prisma }: DatabaseHandle, projectId: number, channelId: string) {
  const rows = await prisma.notificationDelivery.findMany({
    where: { channelId, projectId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
    select: {
      id: true,
      status: true,
      attempts: true,
      lastStatus: true,
      lastError: true,
      createdAt: true,
      sentAt: true,
      notification: { select: { event: true, content: true } },
    },
  });
  return rows.map(({ notification: { event, content }, ...row }) => ({
    ...row,
    event,
    title: fromJson<NotificationContent | null>(content)?.message.title ?? '',
  }));
}

export const reads = {
  listNotificationChannels,
  findNotificationChannel,
  findChannelConfig,
  listNotificationDeliveries,
};
