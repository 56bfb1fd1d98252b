import type { CauseState } from '@slipway/contracts';
import { columnsOf, computed, narrowed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** With less confidence, the quoted line is a guess. */
export const LEAST_CONFIDENCE = sql`0.5`;

/** What an investigation `i` found; null unless there is one and it is completed. */
export const causeState = sql`CASE WHEN i.status IS DISTINCT FROM 'completed' THEN NULL
  WHEN jsonb_array_length(i.evidence) = 0 THEN 'none'
  WHEN COALESCE(i.confidence, 0) < ${LEAST_CONFIDENCE} THEN 'possible' ELSE 'found' END`;

const columns = {
  buildId: columnsOf('Investigation', 'i').buildRunId,
  state: narrowed<CauseState>(computed('text', causeState)),
};

const causeStates = defineQuery({
  name: 'list cause states',
  columns,
  examples: [{ accountId: 1, buildIds: [1] }],
  build: ({ accountId, buildIds }: { accountId: number; buildIds: readonly number[] }, select) =>
    sql`SELECT ${select} FROM investigations i
        WHERE i.build_run_id = ANY(${buildIds}::bigint[]) AND i.status = 'completed' AND i.account_id = ${accountId}`,
});

/** What the completed investigations of these builds found, by build. A cause is found only if a line was quoted. */
async function findCauseStates(
  { pool }: DatabaseHandle,
  accountId: number,
  buildIds: readonly number[],
): Promise<ReadonlyMap<number, CauseState>> {
  if (buildIds.length === 0) return new Map();
  const rows = await causeStates.all(pool, { accountId, buildIds });
  return new Map(rows.map(({ buildId, state }) => [buildId, state]));
}

export const reads = { findCauseStates };
