import type { CauseState } from '@slipway/contracts';
import { columnsOf, computed, narrowed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** With less confidence, the quoted line is a guess. */
export const LEAST_CONFIDENCE = sql`0.5`;

const isInvestigated = sql`i.status IS NOT DISTINCT FROM 'completed'`;

/**
 * What a completed investigation `i` found, otherwise a diagnosis `d`; null unless there is one. Both read the log in the
 * same way, but logs may have expired before all failed builds were diagnosed.
 */
export const causeState = sql`CASE
  WHEN NOT ${isInvestigated} AND COALESCE(d.rule, 0) = 0 THEN NULL
  WHEN CASE WHEN ${isInvestigated} THEN jsonb_array_length(i.evidence) = 0 ELSE d.line IS NULL END THEN 'none'
  WHEN COALESCE(CASE WHEN ${isInvestigated} THEN i.confidence ELSE d.confidence END, 0) < ${LEAST_CONFIDENCE}
    THEN 'possible' ELSE 'found' END`;

/** The cause in words, in the same way. */
export const causeText = sql`CASE WHEN ${isInvestigated} THEN i.diagnosis ELSE d.diagnosis END`;

/** The line of the log that explains the cause, in the same way. */
export const quotedLine = sql`CASE WHEN ${isInvestigated} THEN i.evidence->0->>'text' ELSE NULLIF(d.message, '') END`;

/** The error in one line: that of the diagnosis, which is shorter than the line of the log. */
export const errorTitle = sql`COALESCE(NULLIF(d.title, ''), ${quotedLine})`;

const columns = {
  buildId: columnsOf('BuildRun', 'b').id,
  state: nullable(narrowed<CauseState>(computed('text', causeState))),
  error: nullable(computed('text', errorTitle)),
  /** The number of the line in the log. */
  line: nullable(columnsOf('BuildDiagnosis', 'd').line),
};

export interface KnownCauseRecord extends RowOf<typeof columns> {}

const knownCauses = defineQuery({
  name: 'list known causes',
  columns,
  examples: [{ accountId: 1, buildIds: [1] }],
  build: ({ accountId, buildIds }: { accountId: number; buildIds: readonly number[] }, select) =>
    sql`SELECT ${select} FROM build_runs b LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
        LEFT JOIN investigations i ON i.build_run_id = b.id AND i.status = 'completed'
        WHERE b.id = ANY(${buildIds}::bigint[]) AND b.account_id = ${accountId}`,
});

/** What is known about the causes of these builds, by build. A cause is found only if a line was quoted. */
async function findKnownCauses(
  { pool }: DatabaseHandle,
  accountId: number,
  buildIds: readonly number[],
): Promise<ReadonlyMap<number, KnownCauseRecord>> {
  if (buildIds.length === 0) return new Map();
  const rows = await knownCauses.all(pool, { accountId, buildIds });
  return new Map(rows.map((row) => [row.buildId, row]));
}

export const reads = { findKnownCauses };
