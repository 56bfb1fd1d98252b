import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { findInvestigation, type InvestigationRecord } from '../../reads/builds/investigations.js';
import { sql } from '../../sql.js';
import { moveCredits } from '../billing/credit-ledger.js';

export interface InvestigationRequest {
  readonly id: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  readonly userId: number;
  readonly creditCost: number;
  readonly dailyLimit: number;
  /** The day whose limit applies, such as `2026-11-15`. */
  readonly day: string;
}

export type InvestigationStart =
  | { readonly kind: 'started' | 'existing'; readonly investigation: InvestigationRecord }
  | { readonly kind: 'daily_limit' }
  | { readonly kind: 'insufficient_credits'; readonly available: number };

/** The build's investigation, unless it failed: the next request replaces a failed one. */
export async function findLiveInvestigation(
  on: DatabaseHandle,
  buildRunId: number,
): Promise<InvestigationRecord | null> {
  const latest = await findInvestigation(on, buildRunId);
  return latest === null || latest.status === 'failed' ? null : latest;
}

/**
 * Starts an investigation in the caller's transaction. It locks the account's row first: however many requests arrive
 * at once, each build is charged once, and neither the credits nor the daily limit are exceeded.
 */
export async function startInvestigation(
  tx: DatabaseHandle,
  request: InvestigationRequest,
): Promise<InvestigationStart> {
  const { accountId, buildRunId, creditCost } = request;
  // Without a log there is nothing to find, so the investigation is free and no limit applies.
  const hasLog = await findHasLog(tx, buildRunId);
  const available = await lockCredits(tx, accountId);
  const existing = await findLiveInvestigation(tx, buildRunId);
  if (existing !== null) return { kind: 'existing', investigation: existing };
  if (hasLog && (await countRequested(tx, request)) >= request.dailyLimit) return { kind: 'daily_limit' };
  if (hasLog && available < creditCost) return { kind: 'insufficient_credits', available };
  await createInvestigation(tx, request, hasLog);
  const investigation = await findInvestigation(tx, buildRunId);
  if (investigation === null) throw new Error('the investigation just created is gone');
  return { kind: 'started', investigation };
}

const lockedCredits = defineQuery({
  name: 'lock credits',
  columns: pick(columnsOf('Account'), 'credits'),
  examples: [1],
  build: (accountId: number, select) => sql`SELECT ${select} FROM accounts WHERE id = ${accountId} FOR UPDATE`,
});

/** An account's credits, which do not change until the transaction ends. */
export async function lockCredits({ pool }: DatabaseHandle, accountId: number): Promise<number> {
  return (await lockedCredits.first(pool, accountId))?.credits ?? 0;
}

function countRequested({ prisma }: DatabaseHandle, { accountId, day }: InvestigationRequest): Promise<number> {
  return prisma.investigation.count({ where: countsTowardLimit(accountId, day) });
}

/** The investigations that count toward an account's daily limit: those that people requested for a log. */
export function countsTowardLimit(accountId: number, day: string) {
  const status = { not: 'failed' } as const;
  return { accountId, chargedOn: new Date(day), status, automatic: false, hasLog: true };
}

async function findHasLog({ prisma }: DatabaseHandle, buildRunId: number): Promise<boolean> {
  const build = await prisma.buildRun.findUnique({ where: { id: buildRunId }, select: { hasLog: true } });
  return build?.hasLog ?? false;
}

async function createInvestigation(
  tx: DatabaseHandle,
  request: InvestigationRequest,
  hasLog: boolean,
): Promise<void> {
  const { id, accountId, projectId, buildRunId, userId, day } = request;
  const creditsCharged = hasLog ? request.creditCost : 0;
  await tx.prisma.investigation.create({
    data: {
      id,
      accountId,
      projectId,
      buildRunId,
      hasLog,
      requestedById: userId,
      creditsCharged,
      chargedOn: new Date(day),
    },
  });
  if (hasLog)
    await moveCredits(tx, { accountId, investigationId: id, delta: -creditsCharged, reason: 'investigation' });
  await announceChange(tx, projectId, 'investigation');
}
