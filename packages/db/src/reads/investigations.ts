import type { InvestigationStatus } from '@slipway/contracts';
import { type Queryable, queryOne, sql } from '../sql.js';

/** An investigation as clients see it. */
export interface InvestigationRecord {
  readonly id: string;
  readonly status: InvestigationStatus;
  readonly diagnosis: string | null;
  readonly suggestedFix: string | null;
  readonly attributedUserId: number | null;
  readonly category: string | null;
  readonly confidence: number | null;
  readonly evidence: readonly { line: number; text: string }[];
  readonly steps: readonly { name: string; status: string; detail: string }[];
}

/** The latest investigation of a build run. */
export function findInvestigation(on: Queryable, buildRunId: number): Promise<InvestigationRecord | null> {
  return queryOne(
    on,
    sql`SELECT id, status, diagnosis, suggested_fix AS "suggestedFix", attributed_user_id AS "attributedUserId",
               category, confidence, evidence, steps
        FROM investigations WHERE build_run_id = ${buildRunId} ORDER BY created_at DESC LIMIT 1`,
  );
}
