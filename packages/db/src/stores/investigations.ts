import type { InvestigationRecord } from '../reads/investigations.js';
import { findInvestigation } from '../reads/investigations.js';
import { execute, type Queryable, query, queryOne, sql } from '../sql.js';

/** A wish to investigate a failed build. */
export interface InvestigationRequest {
  readonly id: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  readonly userId: number;
  readonly creditCost: number;
  readonly dailyLimit: number;
  /** The day, as `2026-11-15`, against whose limit it counts. */
  readonly day: string;
}

/** What came of it. */
export type InvestigationStart =
  | { readonly kind: 'started' | 'existing'; readonly investigation: InvestigationRecord }
  | { readonly kind: 'daily_limit' }
  | { readonly kind: 'insufficient_credits'; readonly available: number };

/** The build's investigation unless it failed; a failed one is replaced by the next request. */
export async function findLiveInvestigation(
  on: Queryable,
  buildRunId: number,
): Promise<InvestigationRecord | null> {
  const latest = await findInvestigation(on, buildRunId);
  return latest === null || latest.status === 'failed' ? null : latest;
}

/**
 * Starts an investigation in the caller's transaction. The account's row is locked first, so that of any number of
 * requests at once each build is charged once and neither credits nor the day's limit are overdrawn.
 */
export async function startInvestigation(
  tx: Queryable,
  request: InvestigationRequest,
): Promise<InvestigationStart> {
  const { id, accountId, buildRunId, creditCost, day } = request;
  const account = await queryOne<{ credits: number }>(
    tx,
    sql`SELECT credits FROM accounts WHERE id = ${accountId} FOR UPDATE`,
  );
  const existing = await findLiveInvestigation(tx, buildRunId);
  if (existing !== null) return { kind: 'existing', investigation: existing };
  const used = await queryOne<{ count: number }>(
    tx,
    sql`SELECT count(*) AS count FROM investigations
        WHERE account_id = ${accountId} AND charged_on = ${day}::date AND status <> 'failed'`,
  );
  if ((used?.count ?? 0) >= request.dailyLimit) return { kind: 'daily_limit' };
  const available = account?.credits ?? 0;
  if (available < creditCost) return { kind: 'insufficient_credits', available };
  await execute(
    tx,
    sql`INSERT INTO investigations (id, account_id, project_id, build_run_id, requested_by_id, credits_charged,
          charged_on, created_at, updated_at)
        VALUES (${id}::uuid, ${accountId}, ${request.projectId}, ${buildRunId}, ${request.userId}, ${creditCost},
          ${day}::date, clock_timestamp(), clock_timestamp())`,
  );
  await moveCredits(tx, { accountId, investigationId: id, delta: -creditCost, reason: 'investigation' });
  const investigation = await findInvestigation(tx, buildRunId);
  if (investigation === null) throw new Error('the investigation just written is gone');
  return { kind: 'started', investigation };
}

interface CreditMove {
  readonly accountId: number;
  readonly investigationId: string;
  readonly delta: number;
  readonly reason: 'investigation' | 'refund';
}

/** Changes the balance and writes the ledger together; the ledger's key lets each reason count once. */
async function moveCredits(
  tx: Queryable,
  { accountId, investigationId, delta, reason }: CreditMove,
): Promise<void> {
  await execute(
    tx,
    sql`WITH moved AS (
          UPDATE accounts SET credits = credits + ${delta}, updated_at = clock_timestamp()
          WHERE id = ${accountId} RETURNING credits)
        INSERT INTO credit_ledger (account_id, delta, balance, reason, investigation_id, created_at)
        SELECT ${accountId}, ${delta}, credits, ${reason}, ${investigationId}::uuid, clock_timestamp() FROM moved`,
  );
}

/** How far an investigation has come. */
export interface InvestigationStep {
  readonly name: string;
  readonly status: 'running' | 'completed' | 'skipped' | 'failed';
  readonly detail: string;
}

/** What an investigation found. */
export interface Finding {
  readonly diagnosis: string;
  readonly suggestedFix: string;
  readonly category: string;
  readonly confidence: number;
  readonly evidence: readonly { readonly line: number; readonly text: string }[];
  readonly attributedUserId: number | null;
}

/** An investigation as the worker that does it holds it. */
export interface HeldInvestigation {
  readonly id: string;
  readonly projectId: number;
  readonly buildRunId: number;
  /** Which run of it this is, from 1: one that was taken over writes nothing any more. */
  readonly attempt: number;
}

/** A worker that says nothing for so long has died. */
const LEASE_SECONDS = 30;

/** Takes an investigation that nobody works on; null when it is finished, or somebody does. */
export function beginInvestigation(on: Queryable, id: string): Promise<HeldInvestigation | null> {
  return queryOne(
    on,
    sql`UPDATE investigations SET status = 'running', attempts = attempts + 1,
          started_at = COALESCE(started_at, clock_timestamp()), heartbeat_at = clock_timestamp(),
          updated_at = clock_timestamp()
        WHERE id = ${id}::uuid
          AND (status = 'pending' OR status = 'running'
            AND COALESCE(heartbeat_at, updated_at) < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))
        RETURNING id, project_id AS "projectId", build_run_id AS "buildRunId", attempts AS attempt`,
  );
}

const heldBy = ({ id, projectId, attempt }: HeldInvestigation) =>
  sql`id = ${id}::uuid AND project_id = ${projectId} AND status = 'running' AND attempts = ${attempt}`;

/** Says that the work goes on. */
export async function touchInvestigation(on: Queryable, held: HeldInvestigation): Promise<void> {
  await execute(
    on,
    sql`UPDATE investigations SET heartbeat_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE ${heldBy(held)}`,
  );
}

/** Shows how far it has come; false when somebody else has taken it over. */
export async function recordSteps(
  on: Queryable,
  held: HeldInvestigation,
  steps: readonly InvestigationStep[],
): Promise<boolean> {
  const changed = await execute(
    on,
    sql`UPDATE investigations SET steps = ${JSON.stringify(steps)}::jsonb, heartbeat_at = clock_timestamp(),
          updated_at = clock_timestamp()
        WHERE ${heldBy(held)}`,
  );
  return changed === 1;
}

/** Writes the finding; false when somebody else has taken the investigation over. */
export async function completeInvestigation(
  on: Queryable,
  held: HeldInvestigation,
  { steps, ...finding }: Finding & { readonly steps: readonly InvestigationStep[] },
): Promise<boolean> {
  const changed = await execute(
    on,
    sql`UPDATE investigations SET status = 'completed', diagnosis = ${finding.diagnosis},
          suggested_fix = ${finding.suggestedFix}, category = ${finding.category},
          confidence = ${finding.confidence}, evidence = ${JSON.stringify(finding.evidence)}::jsonb,
          steps = ${JSON.stringify(steps)}::jsonb, attributed_user_id = ${finding.attributedUserId},
          finished_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE ${heldBy(held)}`,
  );
  return changed === 1;
}

/** Ends an investigation that cannot be done and gives its credits back, once, in the caller's transaction. */
export async function failInvestigation(
  tx: Queryable,
  held: HeldInvestigation,
  { reason, steps }: { readonly reason: string; readonly steps: readonly InvestigationStep[] },
): Promise<boolean> {
  const failed = await queryOne<{ accountId: number; creditsCharged: number }>(
    tx,
    sql`UPDATE investigations SET status = 'failed', failure_reason = ${reason},
          steps = ${JSON.stringify(steps)}::jsonb, finished_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE ${heldBy(held)}
        RETURNING account_id AS "accountId", credits_charged AS "creditsCharged"`,
  );
  if (failed === null) return false;
  const { accountId, creditsCharged } = failed;
  if (creditsCharged > 0)
    await moveCredits(tx, { accountId, investigationId: held.id, delta: creditsCharged, reason: 'refund' });
  return true;
}

/** Investigations nobody seems to work on: never begun, or begun by a worker that died. */
export async function findStrandedInvestigations(on: Queryable, idleSeconds = LEASE_SECONDS): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT id FROM investigations
        WHERE status IN ('pending', 'running')
          AND updated_at < clock_timestamp() - make_interval(secs => ${idleSeconds})
        ORDER BY updated_at LIMIT 1000`,
  );
  return rows.map(({ id }) => id);
}
