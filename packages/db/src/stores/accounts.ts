import type { DatabaseHandle } from '../database.js';

/**
 * Makes accounts read-only whose trial has ended without a payment method, and restores write access to those that
 * have one by now.
 */
export async function sweepTrials(
  { prisma }: DatabaseHandle,
  now = new Date(),
): Promise<{ lapsed: number; reactivated: number }> {
  const lapsed = await prisma.account.updateMany({
    where: { trialEndsAt: { lte: now }, hasPaymentMethod: false, readOnlyReason: null },
    data: { readOnlyReason: 'trial_expired' },
  });
  const reactivated = await prisma.account.updateMany({
    where: { readOnlyReason: 'trial_expired', hasPaymentMethod: true },
    data: { readOnlyReason: null },
  });
  return { lapsed: lapsed.count, reactivated: reactivated.count };
}
