import type { Plan } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/**
 * Makes accounts read-only if their trial ended without a payment method, and restores write access to those that have
 * added one since.
 */
export async function sweepTrials(
  { prisma }: DatabaseHandle,
  now: Date,
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

/** The settings of an account that change on their own; undefined leaves one as it is. */
export interface AccountChange {
  readonly name: string | undefined;
  readonly timezone: string | undefined;
  /** The longest lifetime of a member's new API token; null for no limit. */
  readonly maxTokenDays: number | null | undefined;
}

export async function updateAccount(
  { prisma }: DatabaseHandle,
  accountId: number,
  { name, timezone, maxTokenDays }: AccountChange,
): Promise<void> {
  await prisma.account.update({
    where: { id: accountId },
    data: {
      ...(name === undefined ? {} : { name }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(maxTokenDays === undefined ? {} : { maxTokenDays }),
    },
  });
}

export async function changePlan({ prisma }: DatabaseHandle, accountId: number, plan: Plan): Promise<void> {
  await prisma.account.update({ where: { id: accountId }, data: { plan } });
}

/** Records whether the account can pay. An account whose trial had lapsed can write again immediately. */
export async function setPaymentMethod(
  { prisma }: DatabaseHandle,
  accountId: number,
  isPresent: boolean,
): Promise<void> {
  await prisma.account.update({ where: { id: accountId }, data: { hasPaymentMethod: isPresent } });
  if (!isPresent) return;
  await prisma.account.updateMany({
    where: { id: accountId, readOnlyReason: 'trial_expired' },
    data: { readOnlyReason: null },
  });
}

/** Takes the position after the write has committed: a replica that has replayed up to it has the write. */
const updatePosition = defineQuery({
  name: 'note write of account',
  columns: {},
  examples: [1],
  build: (accountId: number) =>
    sql`UPDATE accounts SET written_lsn = (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint
        WHERE id = ${accountId}`,
});

/** Records that an account's rows were just written, for readers of a replica. */
export async function noteAccountWrite({ pool }: DatabaseHandle, accountId: number): Promise<void> {
  await updatePosition.execute(pool, accountId);
}
