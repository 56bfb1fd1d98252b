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

/** What an investigation found. */
export interface Finding {
  readonly diagnosis: string;
  readonly suggestedFix: string;
  readonly category: string;
  readonly confidence: number;
  readonly evidence: readonly { readonly line: number; readonly text: string }[];
  readonly steps: readonly { readonly name: string; readonly status: string; readonly detail: string }[];
  readonly attributedUserId: number | null;
}

/** The build an investigation is about. */
export interface InvestigationSubject {
  readonly buildRunId: number;
  readonly projectId: number;
  readonly log: { readonly content: string; readonly truncated: boolean } | null;
}

/** Marks an unfinished investigation as running and returns its subject; null when there is nothing left to do. */
export async function beginInvestigation(on: Queryable, id: string): Promise<InvestigationSubject | null> {
  const row = await queryOne<{
    buildRunId: number;
    projectId: number;
    content: string | null;
    truncated: boolean | null;
  }>(
    on,
    sql`WITH begun AS (
          UPDATE investigations SET status = 'running', started_at = COALESCE(started_at, clock_timestamp()),
            heartbeat_at = clock_timestamp(), updated_at = clock_timestamp()
          WHERE id = ${id}::uuid AND status IN ('pending', 'running')
          RETURNING build_run_id, project_id)
        SELECT b.build_run_id AS "buildRunId", b.project_id AS "projectId", l.content, l.truncated
        FROM begun b LEFT JOIN build_logs l ON l.build_run_id = b.build_run_id`,
  );
  if (row === null) return null;
  const { buildRunId, projectId, content, truncated } = row;
  return { buildRunId, projectId, log: content === null ? null : { content, truncated: truncated ?? false } };
}

/** Writes the finding; false when the investigation was finished by someone else meanwhile. */
export async function completeInvestigation(on: Queryable, id: string, finding: Finding): Promise<boolean> {
  const changed = await execute(
    on,
    sql`UPDATE investigations SET status = 'completed', diagnosis = ${finding.diagnosis},
          suggested_fix = ${finding.suggestedFix}, category = ${finding.category},
          confidence = ${finding.confidence}, evidence = ${JSON.stringify(finding.evidence)}::jsonb,
          steps = ${JSON.stringify(finding.steps)}::jsonb, attributed_user_id = ${finding.attributedUserId},
          finished_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE id = ${id}::uuid AND status = 'running'`,
  );
  return changed === 1;
}

/** Ends an investigation that cannot be done and gives its credits back, once. */
export async function failInvestigation(tx: Queryable, id: string, reason: string): Promise<void> {
  const failed = await queryOne<{ accountId: number; creditsCharged: number }>(
    tx,
    sql`UPDATE investigations SET status = 'failed', failure_reason = ${reason}, finished_at = clock_timestamp(),
          updated_at = clock_timestamp()
        WHERE id = ${id}::uuid AND status IN ('pending', 'running')
        RETURNING account_id AS "accountId", credits_charged AS "creditsCharged"`,
  );
  if (failed === null || failed.creditsCharged === 0) return;
  const { accountId, creditsCharged } = failed;
  await moveCredits(tx, { accountId, investigationId: id, delta: creditsCharged, reason: 'refund' });
}

/** Investigations nobody seems to work on: never begun, or begun by a worker that died. */
export async function findStrandedInvestigations(on: Queryable, idleSeconds: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT id FROM investigations
        WHERE status IN ('pending', 'running')
          AND updated_at < clock_timestamp() - make_interval(secs => ${idleSeconds})
        ORDER BY updated_at LIMIT 1000`,
  );
  return rows.map(({ id }) => id);
}
