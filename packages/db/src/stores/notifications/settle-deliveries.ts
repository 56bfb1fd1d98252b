import type { MailedNotification } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { toJson } from '../../json.js';
import type { Wait } from '../outbox/define-outbox.js';
import type { ClaimedChannel, PendingDelivery } from './channel-outbox.js';

export interface SentMessage {
  readonly status: number | null;
  /** The message's id in the channel, if it returned one. */
  readonly remoteId: string | null;
  /** The id of the place that the message is in, if editing the message requires it. */
  readonly remotePlace: string | null;
}

/** Marks a message as sent even if another worker has claimed the channel, because the message has already gone out. */
export async function markDelivered(
  on: DatabaseHandle,
  { id: channelId }: ClaimedChannel,
  { id, sent }: { readonly id: string; readonly sent: SentMessage },
): Promise<void> {
  const now = await databaseTime(on);
  await on.prisma.notificationDelivery.updateMany({
    where: { id, status: { not: 'sent' } },
    data: {
      status: 'sent',
      attempts: { increment: 1 },
      sentAt: now,
      lastError: null,
      lastStatus: sent.status,
      remoteId: sent.remoteId,
      remotePlace: sent.remotePlace,
    },
  });
  await on.prisma.notificationChannel.updateMany({
    where: { id: channelId },
    data: { failures: 0, failingSince: null, lastError: null, lastSentAt: now },
  });
}

/** A failed attempt. The error contains no address and no text from the receiver. */
export interface FailedAttempt {
  readonly error: string;
  readonly status: number | null;
}

/** Gives up on a message, for example because the channel refuses its content. Others are still sent. */
export async function failDelivery(
  { prisma }: DatabaseHandle,
  id: string,
  { error, status }: FailedAttempt,
): Promise<void> {
  await prisma.notificationDelivery.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'failed', attempts: { increment: 1 }, lastError: error, lastStatus: status },
  });
}

/** Forgets the message in the channel that a delivery would have completed; false if it completes none. */
export async function forgetMessage(
  { prisma }: DatabaseHandle,
  { id: channelId }: ClaimedChannel,
  { edits }: PendingDelivery,
): Promise<boolean> {
  if (edits === null) return false;
  await prisma.notificationDelivery.updateMany({
    where: { channelId, remoteId: edits.remoteId },
    data: { remoteId: null, remotePlace: null },
  });
  return true;
}

/** Notes a failed attempt to send a message that stays to be sent. */
export async function noteAttempt(
  { prisma }: DatabaseHandle,
  { id }: PendingDelivery,
  { error, status, wasSent }: FailedAttempt & Pick<Wait, 'wasSent'>,
): Promise<void> {
  await prisma.notificationDelivery.updateMany({
    where: { id, status: 'pending' },
    data: { attempts: { increment: wasSent ? 1 : 0 }, lastError: error, lastStatus: status },
  });
}

/**
 * Hands a message over to the mail outbox, in the caller's transaction, for those recipients who are still members and
 * have not switched off notification emails.
 */
export async function mailDelivery(
  tx: DatabaseHandle,
  channel: ClaimedChannel,
  { delivery, userIds }: { readonly delivery: PendingDelivery; readonly userIds: readonly number[] },
): Promise<void> {
  const now = await databaseTime(tx);
  const members = await tx.prisma.accountMembership.findMany({
    where: {
      accountId: channel.accountId,
      suspendedAt: null,
      userId: { in: [...userIds] },
      user: { OR: [{ notificationPreference: null }, { notificationPreference: { mail: { not: 'off' } } }] },
    },
    select: { userId: true },
  });
  const payload: MailedNotification = {
    message: delivery.content.message,
    thread: `${channel.projectId}:${delivery.threadKey}`,
  };
  await tx.prisma.mailOutbox.createMany({
    data: members.map(({ userId }) => ({
      kind: 'notification',
      userId,
      payload: toJson(payload),
      messageId: `notification-${delivery.id}-${userId}`,
      nextAttemptAt: now,
      createdAt: now,
    })),
    skipDuplicates: true,
  });
  await markDelivered(tx, channel, { id: delivery.id, sent: { status: null, remoteId: null, remotePlace: null } });
}
