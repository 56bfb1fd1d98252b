import { nextTime } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';

/** How a person wants to get notifications by email. */
export interface PreferenceEdit {
  readonly mail: 'immediate' | 'digest' | 'off';
  readonly timezone: string;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
  readonly digestHour: number;
}

export async function savePreference(
  { prisma }: DatabaseHandle,
  userId: number,
  { edit, now }: { readonly edit: PreferenceEdit; readonly now: number },
): Promise<void> {
  const nextDigestAt =
    edit.mail === 'digest' ? new Date(nextTime(now, edit.timezone, edit.digestHour * 60)) : null;
  await prisma.notificationPreference.upsert({
    where: { userId },
    create: { userId, ...edit, nextDigestAt },
    update: { ...edit, nextDigestAt },
  });
}

/**
 * Stops the notification emails of a person who followed the link in one, in the caller's transaction, including those
 * that wait to be sent. The inbox still gets everything. Following the link again changes nothing.
 */
export async function stopNotificationMail(
  tx: DatabaseHandle,
  userId: number,
  source: RequestSource,
): Promise<void> {
  const { prisma } = tx;
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { notificationPreference: { select: { mail: true } } },
  });
  if (user === null || user.notificationPreference?.mail === 'off') return;
  const off = { mail: 'off', nextDigestAt: null } as const;
  await prisma.notificationPreference.upsert({
    where: { userId },
    // They have chosen no time zone.
    create: { userId, timezone: '', ...off },
    update: off,
  });
  await prisma.mailOutbox.deleteMany({
    where: { userId, kind: { in: ['notification', 'notification_digest'] }, status: 'pending' },
  });
  await prisma.inboxItem.updateMany({ where: { userId, inDigest: true }, data: { inDigest: false } });
  await recordPersonalAudit(tx, { userId, action: 'notifications.unsubscribe', target: '', ...source });
}

/** Marks notifications of a person as read: one, or all if no id is given. */
export async function markInboxRead(
  { prisma }: DatabaseHandle,
  userId: number,
  { id, now }: { readonly id: number | undefined; readonly now: Date },
): Promise<void> {
  await prisma.inboxItem.updateMany({
    where: { userId, readAt: null, ...(id === undefined ? {} : { id }) },
    data: { readAt: now },
  });
}
