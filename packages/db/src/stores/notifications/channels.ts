import {
  type ChannelKind,
  NOTIFICATION_EVENT_NAMES,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
} from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';

/** A channel to add. Its configuration is encrypted for its id. */
export interface NewChannel {
  readonly id: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: string;
  readonly config: Uint8Array<ArrayBuffer>;
  readonly userId: number;
}

/** Limited because each event of the project writes a message for every channel. */
export const MAX_CHANNELS = 20;

/** Adds a channel with the default rules; false if the project has too many. In the caller's transaction. */
export async function addChannel(
  { prisma }: DatabaseHandle,
  { userId: createdById, ...channel }: NewChannel,
): Promise<boolean> {
  const { id: channelId, projectId } = channel;
  if ((await prisma.notificationChannel.count({ where: { projectId } })) >= MAX_CHANNELS) return false;
  await prisma.notificationChannel.create({ data: { ...channel, createdById } });
  await prisma.notificationFilter.create({ data: { projectId, channelId } });
  const events = NOTIFICATION_EVENT_NAMES.filter((event) => NOTIFICATION_EVENTS[event].onByDefault.channel);
  await prisma.notificationRule.createMany({ data: events.map((event) => ({ projectId, channelId, event })) });
  return true;
}

export interface ChannelKey {
  readonly projectId: number;
  readonly id: string;
}

/** Removes a channel with its rules and its log; returns its name, or null if there is none. */
export async function removeChannel(
  { prisma }: DatabaseHandle,
  { projectId, id }: ChannelKey,
): Promise<string | null> {
  const [removed] = await prisma.notificationChannel.findMany({
    where: { id, projectId },
    select: { name: true },
  });
  if (removed === undefined) return null;
  await prisma.notificationChannel.delete({ where: { id } });
  return removed.name;
}

/** A part of a channel that its owner can change. */
export interface ChannelEdit {
  readonly name?: string;
  readonly target?: string;
  readonly config?: Uint8Array<ArrayBuffer>;
}

const RESUMED = { pausedAt: null, pauseReason: null, pausedById: null };
const WORKING = { failures: 0, failingSince: null, lastError: null };

/**
 * Changes a channel, in the caller's transaction. A new address is tried immediately, whatever the old one did: Slipway
 * resumes the channel if it was Slipway that paused it.
 */
export async function changeChannel(
  on: DatabaseHandle,
  { projectId, id }: ChannelKey,
  edit: ChannelEdit,
): Promise<boolean> {
  const now = await databaseTime(on);
  // Without its lease, a worker that is still waiting for the old address cannot make the channel wait.
  const fresh = { ...WORKING, nextAttemptAt: now, leaseId: null, leasedUntil: null };
  const { count } = await on.prisma.notificationChannel.updateMany({
    where: { id, projectId },
    data: { ...edit, ...(edit.target !== undefined && fresh) },
  });
  if (edit.target !== undefined)
    await on.prisma.notificationChannel.updateMany({ where: { id, projectId, pausedById: null }, data: RESUMED });
  return count > 0;
}

/**
 * Ends the wait of a channel after a failure. One that was asked to wait, by a limit of the service behind it, still
 * waits.
 */
export async function tryChannel(on: DatabaseHandle, { projectId, id }: ChannelKey): Promise<void> {
  const nextAttemptAt = await databaseTime(on);
  await on.prisma.notificationChannel.updateMany({
    where: { id, projectId, failingSince: { not: null } },
    data: { nextAttemptAt },
  });
}

/** Stops sending to a channel. Its messages wait for a day. */
export async function pauseChannel(
  on: DatabaseHandle,
  { projectId, id }: ChannelKey,
  userId: number,
): Promise<boolean> {
  const now = await databaseTime(on);
  const { count } = await on.prisma.notificationChannel.updateMany({
    where: { id, projectId, pausedAt: null },
    data: { pausedAt: now, pauseReason: null, pausedById: userId },
  });
  return count > 0;
}

/** Sends to a channel again, beginning with the messages that wait. */
export async function resumeChannel(on: DatabaseHandle, { projectId, id }: ChannelKey): Promise<boolean> {
  const now = await databaseTime(on);
  const { count } = await on.prisma.notificationChannel.updateMany({
    where: { id, projectId, pausedAt: { not: null } },
    data: { ...RESUMED, ...WORKING, nextAttemptAt: now },
  });
  return count > 0;
}

/** How long a message is tried after a replay. */
const LIFETIME_MS = 24 * 60 * 60_000;

/** Sends a message of the log again, under the same id; false if it does not exist or is waiting to be sent. */
export async function replayDelivery(
  on: DatabaseHandle,
  { channelId, projectId, id }: { readonly channelId: string; readonly projectId: number; readonly id: string },
): Promise<boolean> {
  const now = await databaseTime(on);
  const { count } = await on.prisma.notificationDelivery.updateMany({
    where: { id, channelId, projectId, status: { not: 'pending' } },
    data: {
      status: 'pending',
      attempts: 0,
      lastError: null,
      lastStatus: null,
      sentAt: null,
      replayedAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    },
  });
  return count > 0;
}

export interface RuleEdit {
  readonly event: NotificationEvent;
  readonly enabled: boolean;
  /** Null if the event has no such number. */
  readonly threshold: number | null;
}

/** Sets the rules of a channel, in the caller's transaction. Events that are not named keep theirs. */
export async function setChannelRules(
  { prisma }: DatabaseHandle,
  { projectId, id: channelId }: ChannelKey,
  rules: readonly RuleEdit[],
): Promise<void> {
  for (const { event, enabled, threshold } of rules)
    await prisma.notificationRule.upsert({
      where: { channelId_event: { channelId, event } },
      create: { projectId, channelId, event, enabled, threshold },
      update: { enabled, threshold },
    });
}

/** Sets what a person wants to know of a project, in the caller's transaction. */
export async function setPersonalRules(
  { prisma }: DatabaseHandle,
  { projectId, userId }: { readonly projectId: number; readonly userId: number },
  rules: readonly RuleEdit[],
): Promise<void> {
  for (const { event, enabled, threshold } of rules)
    await prisma.notificationRule.upsert({
      where: { userId_projectId_event: { userId, projectId, event } },
      create: { projectId, userId, event, enabled, threshold },
      update: { enabled, threshold },
    });
}
