import type { DatabaseHandle } from '../../database.js';
import { notifyOfLowCredits } from '../notifications/credit-events.js';

export interface CreditMove {
  readonly accountId: number;
  readonly investigationId: string;
  readonly delta: number;
  readonly reason: 'investigation' | 'refund';
}

/**
 * Changes the balance and writes the ledger, in the caller's transaction. The ledger's unique key makes sure that each
 * reason counts once per investigation.
 */
export async function moveCredits(
  tx: DatabaseHandle,
  { accountId, investigationId, delta, reason }: CreditMove,
): Promise<void> {
  const { credits: balance } = await tx.prisma.account.update({
    where: { id: accountId },
    data: { credits: { increment: delta } },
    select: { credits: true },
  });
  await tx.prisma.creditLedgerEntry.create({ data: { accountId, delta, balance, reason, investigationId } });
  if (delta < 0) await notifyOfLowCredits(tx, { accountId, credits: balance });
}
