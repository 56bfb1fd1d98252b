import type { DatabaseHandle } from '../../database.js';
import { findAutomaticCreditsSpent } from '../../reads/project-settings/project-settings.js';
import { moveCredits } from '../billing/credit-ledger.js';
import { notifyOfLowBudget } from '../notifications/credit-events.js';
import type { HeldInvestigation } from './investigations.js';
import { lockCredits } from './start-investigation.js';

export interface AutomaticCharge {
  readonly creditCost: number;
  /** The day whose budget it uses, such as `2026-11-15`. */
  readonly day: string;
}

/** Whether the project is still investigated automatically: it may have been paused in the meantime. */
export async function isInvestigatedAutomatically(
  { prisma }: DatabaseHandle,
  projectId: number,
): Promise<boolean> {
  const project = await prisma.project.findFirst({
    where: {
      id: projectId,
      automaticInvestigation: { not: 'off' },
      pausedAt: null,
      archivedAt: null,
      account: { readOnlyReason: null },
    },
    select: { id: true },
  });
  return project !== null;
}

/**
 * Charges an automatic investigation in the caller's transaction; false if the project's budget for the day or the
 * account's credits do not suffice. The account's row is locked, so that neither is exceeded.
 */
export async function chargeAutomatic(
  tx: DatabaseHandle,
  { id, accountId, projectId }: HeldInvestigation,
  { creditCost, day }: AutomaticCharge,
): Promise<boolean> {
  const available = await lockCredits(tx, accountId);
  const project = await tx.prisma.project.findUnique({
    where: { id: projectId },
    select: { automaticDailyCredits: true },
  });
  const budget = project?.automaticDailyCredits ?? 0;
  const spent = (await findAutomaticCreditsSpent(tx, projectId, day)) + creditCost;
  if (available < creditCost || budget < spent) return false;
  await tx.prisma.investigation.update({
    where: { id },
    data: { creditsCharged: creditCost, chargedOn: new Date(day) },
  });
  await moveCredits(tx, { accountId, investigationId: id, delta: -creditCost, reason: 'investigation' });
  await notifyOfLowBudget(tx, { accountId, projectId, spent, budget, day });
  return true;
}
