import type { HistoryRetention, HistoryTable } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import type { Database } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';
import { shareProjects } from '../apply/engine/lock-projects.js';
import { HISTORY_RULES, type HistoryRule } from './history-rules.js';
import type { RetentionBatch, RetentionKind } from './retention-kind.js';

/** The start of the first day (UTC) that is still retained. */
const startOfRetention = (days: number) =>
  sql`((now() AT TIME ZONE 'UTC')::date - ${days}::int)::timestamp AT TIME ZONE 'UTC'`;

/** A rule, and the number of days after which its rows expire. */
interface Sweep {
  readonly table: HistoryTable;
  readonly days: number;
}

const addSweep = defineQuery({
  name: 'add retention sweep',
  columns: {},
  examples: [{ table: 'changes', days: 90 }],
  build: ({ table, days }: Sweep) => sql`
    INSERT INTO retention_sweeps (name, before) VALUES (${table}, ${startOfRetention(days)})
    ON CONFLICT (name) DO NOTHING`,
});

/**
 * Continues a sweep, or starts the next one on a new day. Returns nothing if the sweep of this day is finished, or if
 * another worker is at it. A longer retention applies immediately.
 */
const claimSweep = defineQuery({
  name: 'claim retention sweep',
  columns: pick(columnsOf('RetentionSweep', 's'), 'before', 'lastId', 'deleted'),
  examples: [{ table: 'changes', days: 90 }],
  build: ({ table, days }: Sweep, select) => sql`
    UPDATE retention_sweeps s SET finished_at = NULL,
      before = CASE WHEN finished_at IS NULL THEN LEAST(before, c.today) ELSE c.today END,
      last_id = CASE WHEN finished_at IS NULL THEN last_id ELSE 0 END,
      deleted = CASE WHEN finished_at IS NULL THEN deleted ELSE 0 END
    FROM (SELECT name AS claimed, ${startOfRetention(days)} AS today FROM retention_sweeps
          WHERE name = ${table} FOR UPDATE SKIP LOCKED) c
    WHERE s.name = c.claimed AND (s.finished_at IS NULL OR s.before <> c.today)
    RETURNING ${select}`,
});

interface Page {
  readonly rule: HistoryRule;
  readonly before: Date;
  readonly lastId: number;
  readonly limit: number;
}

const PAGE = { before: new Date(0), lastId: 0, limit: 1 };

const nextRows = defineQuery({
  name: 'list rows to sweep',
  columns: {
    id: computed('int8', sql`r.id`),
    projectId: computed('int4', sql`r.project_id`),
    isOld: computed('bool', sql`r.is_old`),
  },
  examples: HISTORY_RULES.map((rule) => ({ rule, ...PAGE })),
  build: ({ rule, before, lastId, limit }: Page, select) => sql`
    SELECT ${select} FROM (
      SELECT id, project_id, created_at < ${before} AS is_old FROM (${rule.rows}) t
      WHERE t.id > ${lastId}::bigint ORDER BY t.id LIMIT ${limit}) r`,
});

interface SweptRows {
  readonly rule: HistoryRule;
  readonly ids: readonly number[];
}

const lockRows = defineQuery({
  name: 'lock rows to sweep',
  columns: { id: computed('int8', sql`locked.id`) },
  examples: HISTORY_RULES.map((rule) => ({ rule, ids: [1] })),
  build: ({ rule, ids }: SweptRows, select) =>
    sql`WITH locked AS (${rule.lock(ids)}) SELECT ${select} FROM locked`,
});

const deleteRows = defineQuery({
  name: 'delete expired history',
  columns: {},
  examples: HISTORY_RULES.map((rule) => ({ rule, ids: [1], before: PAGE.before })),
  build: ({ rule, ids, before }: SweptRows & { readonly before: Date }) => rule.delete(ids, before),
});

const advanceSweep = defineQuery({
  name: 'advance retention sweep',
  columns: {},
  examples: [{ table: 'changes', lastId: 1, deleted: 1, isLast: true }],
  build: ({ table, lastId, deleted, isLast }: Advance) => sql`
    UPDATE retention_sweeps SET last_id = ${lastId}::bigint, deleted = deleted + ${deleted}::bigint,
      finished_at = CASE WHEN ${isLast}::boolean THEN now() END
    WHERE name = ${table}`,
});

interface Advance {
  readonly table: HistoryTable;
  readonly lastId: number;
  readonly deleted: number;
  readonly isLast: boolean;
}

/** What a step of a sweep did. */
interface SweepStep extends RetentionBatch {
  /** Set by the step that ends a sweep. */
  readonly finished?: { readonly before: Date; readonly deleted: number };
}

/**
 * Examines the next rows of a table in the order of their ids, and deletes those that have expired, in one transaction
 * that also stores the position: an interrupted sweep continues where it stopped, on any worker. Two workers never sweep
 * a table at once. Deliveries are applied meanwhile; only those that link builds, changes and deployments of the same
 * project wait for the transaction, so that none links to a row that is being deleted.
 */
export async function sweepHistory(
  database: Pick<Database, 'pool' | 'transaction'>,
  { table, days, limit }: Sweep & { readonly limit: number },
): Promise<SweepStep> {
  const rule = HISTORY_RULES.find((each) => each.table === table) as HistoryRule;
  await addSweep.execute(database.pool, { table, days });
  return database.transaction(async (tx) => {
    const sweep = await claimSweep.first(tx, { table, days });
    if (sweep === null) return { deleted: 0, done: true };
    const { before, lastId } = sweep;
    const rows = await nextRows.all(tx, { rule, before, lastId, limit });
    const old = rows.filter(({ isOld }) => isOld);
    const deleted = await deleteExpired(tx, { rule, before, rows: old });
    // Ids and times of creation agree except for rows that were created at the same time: younger rows follow.
    const isLast = rows.length < limit || old.length === 0;
    await advanceSweep.execute(tx, { table, lastId: rows.at(-1)?.id ?? lastId, deleted, isLast });
    const finished = { before, deleted: sweep.deleted + deleted };
    return isLast ? { deleted, done: true, finished } : { deleted, done: false };
  });
}

interface OldRows {
  readonly rule: HistoryRule;
  readonly before: Date;
  readonly rows: readonly { readonly id: number; readonly projectId: number }[];
}

/** Each statement sees what was committed before the locks of the previous one were granted. */
async function deleteExpired(tx: Queryable, { rule, before, rows }: OldRows): Promise<number> {
  if (rows.length === 0) return 0;
  await shareProjects(
    tx,
    rows.map(({ projectId }) => projectId),
  );
  const locked = await lockRows.all(tx, { rule, ids: rows.map(({ id }) => id) });
  return deleteRows.execute(tx, { rule, before, ids: locked.map(({ id }) => id) });
}

const forgetSweeps = defineQuery({
  name: 'forget retention sweeps',
  columns: {},
  examples: [['changes']],
  build: (kept: readonly string[]) => sql`DELETE FROM retention_sweeps WHERE name = ANY(${kept}::text[])`,
});

/** Forgets the sweeps of tables that are no longer to expire, so that reports of any age create rows there again. */
export async function forgetUnusedSweeps(on: Queryable, retention: HistoryRetention): Promise<void> {
  const kept = HISTORY_RULES.map(({ table }) => table).filter((table) => retention[table] === undefined);
  if (kept.length > 0) await forgetSweeps.execute(on, kept);
}

/** How long a table has been waiting to be swept; 0 if it has been swept today. */
const overdueSeconds = ({ table, days }: Sweep) => sql`
  SELECT extract(epoch FROM now() - LEAST(now(),
    before + make_interval(days => ${days}::int + CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END)))
  FROM retention_sweeps WHERE name = ${table}`;

function kindOf({ table }: HistoryRule): RetentionKind {
  return {
    table,
    // These rows have many rows in other tables, which are deleted with them.
    batch: 500,
    async deleteBatch({ database, periods: { history }, logger }, limit) {
      const days = history[table];
      if (days === undefined) return { deleted: 0, done: true };
      const { finished, ...batch } = await sweepHistory(database, { table, days, limit });
      if (finished !== undefined) logger.info({ table, ...finished }, 'retention sweep finished');
      return batch;
    },
    overdue({ history }) {
      const days = history[table];
      return days === undefined ? null : overdueSeconds({ table, days });
    },
  };
}

export const expiredHistory: readonly RetentionKind[] = HISTORY_RULES.map(kindOf);
