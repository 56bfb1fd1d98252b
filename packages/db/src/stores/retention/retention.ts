import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { isHeldProject } from '../../held-projects.js';
import { join, type Queryable, sql } from '../../sql.js';
import { MAX_MOVES } from '../apply/changes/ref-moves.js';
import { compactRollupCounts } from '../feed/rollup-counts.js';
import { forgetTokenAddresses } from '../tokens/token-usage.js';
import { expiredDays } from './expired-partitions.js';
import { expiredRows } from './expired-rows.js';
import { expiredHistory } from './history-sweeps.js';
import { batchOf, type RetentionKind, type RetentionPeriods } from './retention-kind.js';

/**
 * All that expires. To add a table whose rows expire a time after one of its columns, add a rule to expired-rows.ts; one
 * whose rows must be examined first, a rule to history-rules.ts; anything else, a kind here.
 */
export const RETENTION_KINDS: readonly RetentionKind[] = [
  ...expiredDays,
  {
    table: 'rollup_counts',
    batch: 1,
    deleteBatch: async ({ database }) => ({ deleted: await compactRollupCounts(database.pool), done: true }),
  },
  // Keeps the rows, and only forgets the addresses in them.
  {
    table: 'api_tokens',
    batch: 5_000,
    deleteBatch: async ({ database }, limit) => batchOf(await forgetTokenAddresses(database.pool, limit), limit),
  },
  ...expiredRows,
  ...expiredHistory,
];

const overdueColumns = { table: computed('text', sql`"table"`), seconds: computed('float8', sql`seconds`) };

const retentionOverdue = defineQuery({
  name: 'overdue retention',
  columns: overdueColumns,
  examples: [{ days: 1, history: { build_runs: 90, changes: 90 } }],
  build(periods: RetentionPeriods, select) {
    const rows = RETENTION_KINDS.flatMap(({ table, overdue }) => {
      const seconds = overdue?.(periods) ?? null;
      if (seconds === null) return [];
      return [sql`SELECT ${table}::text AS "table", COALESCE((${seconds}), 0)::float8 AS seconds`];
    });
    return sql`SELECT ${select} FROM (${join(rows, ' UNION ALL ')}) AS overdue`;
  },
});

/** How long each table's oldest expired row has been waiting to be deleted, in seconds; 0 if none is. */
export function readRetentionOverdue(
  on: Queryable,
  periods: RetentionPeriods,
): Promise<RowOf<typeof overdueColumns>[]> {
  return retentionOverdue.all(on, periods);
}

const refColumns = pick(columnsOf('RefMove'), 'integrationId', 'repository', 'ref');

export interface RefIdentity extends RowOf<typeof refColumns> {}

const longRefs = defineQuery({
  name: 'long refs',
  columns: refColumns,
  examples: [null],
  build: (_: null, select) => sql`
    SELECT ${select} FROM ref_moves WHERE NOT ${isHeldProject(sql`project_id`)}
    GROUP BY integration_id, repository, ref HAVING count(*) > ${MAX_MOVES}`,
});

/** Refs with more moves than are ever considered. Reads a whole index, so it should run only once a day. */
export function listLongRefs(on: Queryable): Promise<RefIdentity[]> {
  return longRefs.all(on, null);
}

const deleteMoves = defineQuery({
  name: 'trim ref',
  columns: {},
  examples: [{ integrationId: 1, repository: 'r', ref: 'main', limit: 1 }],
  build({ integrationId, repository, ref, limit }: RefIdentity & { readonly limit: number }) {
    const ofRef = sql`integration_id = ${integrationId} AND repository = ${repository} AND ref = ${ref}`;
    return sql`DELETE FROM ref_moves WHERE id = ANY(ARRAY(
      SELECT id FROM ref_moves WHERE ${ofRef} AND NOT forced AND (moved_at, id) < (
        SELECT moved_at, id FROM ref_moves WHERE ${ofRef}
        ORDER BY moved_at DESC, id DESC OFFSET ${MAX_MOVES - 1} LIMIT 1)
      ORDER BY moved_at, id LIMIT ${limit}))`;
  },
});

/**
 * Deletes at most `limit` moves of a ref that are too old to be considered, and returns how many. Forced moves stay,
 * because they show that the repository may have orphans.
 */
export function trimRef(on: Queryable, ref: RefIdentity, limit: number): Promise<number> {
  return deleteMoves.execute(on, { ...ref, limit });
}
