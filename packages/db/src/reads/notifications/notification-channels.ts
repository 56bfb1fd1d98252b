import type { ChannelKind, NotificationFilter } from '@slipway/contracts';
import type { NotificationContent } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
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
  filter: true,
  _count: { select: { deliveries: { where: { status: 'pending' } } } },
} as const;

/** The builds that a channel or a person follows. */
export interface NotificationFilterRecord {
  readonly jobs: NotificationFilter['jobs'];
  readonly jobPatterns: readonly string[];
  readonly branchPatterns: readonly string[];
  readonly problems: readonly string[];
  readonly shippingOnly: boolean;
}

export interface NotificationChannelRecord {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: string;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date;
  readonly lastSentAt: Date | null;
  readonly rules: readonly {
    readonly event: string;
    readonly enabled: boolean;
    readonly threshold: number | null;
  }[];
  /** Null if nobody chose anything since filters exist. */
  readonly filter: NotificationFilterRecord | null;
  /** Messages that are not sent yet. */
  readonly waiting: number;
}

async function listNotificationChannels(
  { prisma }: DatabaseHandle,
  projectId: number,
): Promise<NotificationChannelRecord[]> {
  const channels = await prisma.notificationChannel.findMany({
    where: { projectId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select,
  });
  const tests = await countWaitingTests(prisma, projectId);
  return channels.map(({ _count, kind, ...channel }) => ({
    ...channel,
    kind: kind as ChannelKind,
    waiting: _count.deliveries + (tests.get(channel.id) ?? 0),
  }));
}

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
  if (found === null) return null;
  const { _count, kind, ...channel } = found;
  const tests = await countWaitingTests(prisma, projectId);
  return { ...channel, kind: kind as ChannelKind, waiting: _count.deliveries + (tests.get(id) ?? 0) };
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
