import { HISTORY_TABLES, type HistoryRetention, type HistoryTable, KIND_OF_TABLE } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import type { Database } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isHeldProject } from '../../held-projects.js';
import { type Queryable, runCommand, type Sql, sql } from '../../sql.js';
import { shareProjects } from '../apply/engine/lock-projects.js';
import { sweepName } from './expired-reports.js';
import { HISTORY_RULES, type HistoryRule } from './history-rules.js';
import type { RetentionBatch, RetentionKind } from './retention-kind.js';

/** The start of the first day (UTC) that is still retained. */
const startOfRetention = (days: Sql) =>
  sql`((now() AT TIME ZONE 'UTC')::date - ${days})::timestamp AT TIME ZONE 'UTC'`;

/** A table, and the number of days after which its rows expire: those of a project, or all. */
interface Sweep {
  readonly table: HistoryTable;
  readonly days: number;
  readonly projectId?: number | undefined;
}

const SWEEP: Sweep = { table: 'changes', days: 90 };

const addSweep = defineQuery({
  name: 'add retention sweep',
  columns: {},
  examples: [SWEEP],
  build: ({ table, days, projectId }: Sweep) => sql`
    INSERT INTO retention_sweeps (name, before)
    VALUES (${sweepName(table, projectId)}, ${startOfRetention(sql`${days}::int`)})
    ON CONFLICT (name) DO NOTHING`,
});

/**
 * Continues a sweep, or starts the next one on a new day. Returns nothing if the sweep of this day is finished, or if
 * another worker is at it. A longer retention applies immediately.
 */
const claimSweep = defineQuery({
  name: 'claim retention sweep',
  columns: pick(columnsOf('RetentionSweep', 's'), 'before', 'lastId', 'lastAt', 'deleted'),
  examples: [SWEEP],
  build: ({ table, days, projectId }: Sweep, select) => sql`
    UPDATE retention_sweeps s SET finished_at = NULL,
      before = CASE WHEN finished_at IS NULL THEN LEAST(before, c.today) ELSE c.today END,
      last_id = CASE WHEN finished_at IS NULL THEN last_id ELSE 0 END,
      last_at = CASE WHEN finished_at IS NULL THEN last_at END,
      deleted = CASE WHEN finished_at IS NULL THEN deleted ELSE 0 END
    FROM (SELECT name AS claimed, ${startOfRetention(sql`${days}::int`)} AS today FROM retention_sweeps
          WHERE name = ${sweepName(table, projectId)} FOR UPDATE SKIP LOCKED) c
    WHERE s.name = c.claimed AND (s.finished_at IS NULL OR s.before <> c.today)
    RETURNING ${select}`,
});

interface Page {
  readonly rule: HistoryRule;
  readonly before: Date;
  readonly projectId?: number | undefined;
  readonly lastId: number;
  readonly lastAt: Date | null;
  readonly limit: number;
}

const PAGE = { before: new Date(0), lastId: 0, lastAt: null, limit: 1 };

/** All rows are swept in the order of their ids, those of a project in the order of an index on their time. */
function pageOf({ rule, before, projectId, lastId, lastAt, limit }: Page): Sql {
  const rows = sql`SELECT id, project_id, at, created_at < ${before} AS is_old FROM (${rule.rows}) t`;
  if (projectId === undefined) return sql`${rows} WHERE t.id > ${lastId}::bigint ORDER BY t.id LIMIT ${limit}`;
  return sql`${rows} WHERE t.project_id = ${projectId} AND t.at < ${before}
    AND (t.at, t.id) > (COALESCE(${lastAt}::timestamptz, '-infinity'), ${lastId}::bigint) ORDER BY t.at, t.id LIMIT ${limit}`;
}

const nextRows = defineQuery({
  name: 'list rows to sweep',
  columns: {
    id: computed('int8', sql`r.id`),
    projectId: computed('int4', sql`r.project_id`),
    at: computed('timestamptz', sql`r.at`),
    isOld: computed('bool', sql`r.is_old`),
    isHeld: computed('bool', isHeldProject(sql`r.project_id`)),
  },
  examples: HISTORY_RULES.flatMap((rule) => [
    { rule, ...PAGE },
    { rule, ...PAGE, projectId: 1 },
  ]),
  build: (page: Page, select) => sql`SELECT ${select} FROM (${pageOf(page)}) r`,
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
  examples: [{ name: 'changes', lastId: 1, lastAt: null, deleted: 1, isLast: true }],
  build: ({ name, lastId, lastAt, deleted, isLast }: Advance) => sql`
    UPDATE retention_sweeps SET last_id = ${lastId}::bigint, last_at = ${lastAt}::timestamptz,
      deleted = deleted + ${deleted}::bigint, finished_at = CASE WHEN ${isLast}::boolean THEN now() END
    WHERE name = ${name}`,
});

const READ_IN_ORDER = 'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off';

interface Advance {
  readonly name: string;
  readonly lastId: number;
  readonly lastAt: Date | null;
  readonly deleted: number;
  readonly isLast: boolean;
}

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
  { limit, ...sweep }: Sweep & { readonly limit: number },
): Promise<SweepStep> {
  const { table, projectId } = sweep;
  const rule = HISTORY_RULES.find((each) => each.table === table) as HistoryRule;
  await addSweep.execute(database.pool, sweep);
  return database.transaction(async (tx) => {
    if (rule.readsInOrder) await runCommand(tx, READ_IN_ORDER);
    const position = await claimSweep.first(tx, sweep);
    if (position === null) return { deleted: 0, done: true };
    const { before, lastId, lastAt } = position;
    const rows = await nextRows.all(tx, { rule, projectId, before, lastId, lastAt, limit });
    const old = rows.filter(({ isOld }) => isOld);
    const deleted = await deleteExpired(tx, { rule, before, rows: old.filter(({ isHeld }) => !isHeld) });
    // Ids and times of creation agree except for rows that were created at the same time: younger rows follow. In the
    // order of another time, rows that were imported later may come first.
    const isLast = rows.length < limit || (projectId === undefined && old.length === 0);
    const { id, at } = rows.at(-1) ?? { id: lastId, at: lastAt };
    await advanceSweep.execute(tx, { name: sweepName(table, projectId), lastId: id, lastAt: at, deleted, isLast });
    const finished = { before, deleted: position.deleted + deleted };
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

/** The names of the sweeps of projects with their own retention settings. */
const OWN_SWEEPS = sql`SELECT t.name || ':' || o.project_id FROM project_retentions o
  JOIN unnest(${[...HISTORY_TABLES]}::text[], ${HISTORY_TABLES.map((table) => KIND_OF_TABLE[table])}::text[])
    AS t (name, kind) ON t.kind = o.kind`;

const forgetSweeps = defineQuery({
  name: 'forget retention sweeps',
  columns: {},
  examples: [['changes']],
  build: (kept: readonly string[]) => sql`DELETE FROM retention_sweeps
    WHERE name = ANY(${kept}::text[]) OR (strpos(name, ':') > 0 AND name NOT IN (${OWN_SWEEPS}))`,
});

/**
 * Forgets the sweeps of tables, and of projects in them, that are no longer to expire, so that reports of any age create
 * rows there again.
 */
export async function forgetUnusedSweeps(on: Queryable, retention: HistoryRetention): Promise<void> {
  await forgetSweeps.execute(
    on,
    HISTORY_TABLES.filter((table) => retention[table] === undefined),
  );
}

/** How long a table has been waiting to be swept; 0 if it has been swept today. */
const overdueSeconds = (table: HistoryTable, days: number) => sql`
  SELECT extract(epoch FROM now() - LEAST(now(),
    before + make_interval(days => ${days}::int + CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END)))
  FROM retention_sweeps WHERE name = ${table}`;

/** These rows have many rows in other tables, which are deleted with them. */
const BATCH = 500;

function kindOf({ table }: HistoryRule): RetentionKind {
  return {
    table,
    batch: BATCH,
    async deleteBatch({ database, periods: { history }, logger }, limit) {
      const days = history[table];
      if (days === undefined) return { deleted: 0, done: true };
      const { finished, ...batch } = await sweepHistory(database, { table, days, limit });
      if (finished !== undefined) logger.info({ table, ...finished }, 'retention sweep finished');
      return batch;
    },
    overdue({ history }) {
      const days = history[table];
      return days === undefined ? null : overdueSeconds(table, days);
    },
  };
}

/** The next project that keeps a table for fewer days than the others, and whose rows were not swept today. */
const nextProject = defineQuery({
  name: 'find project to sweep',
  columns: pick(columnsOf('ProjectRetention', 'o'), 'projectId', 'days'),
  examples: [{ table: 'changes', days: 365 }],
  build: ({ table, days }: { table: HistoryTable; days: number | undefined }, select) => sql`
    SELECT ${select} FROM project_retentions o
    WHERE o.kind = ${KIND_OF_TABLE[table]} AND o.days < ${days ?? Number.MAX_SAFE_INTEGER}::bigint
      AND NOT ${isHeldProject(sql`o.project_id`)}
      AND NOT EXISTS (SELECT FROM retention_sweeps s WHERE s.name = ${table}::text || ':' || o.project_id
        AND s.finished_at IS NOT NULL AND s.before = ${startOfRetention(sql`o.days`)})
    ORDER BY o.project_id LIMIT 1`,
});

function kindOfProjects({ table }: HistoryRule): RetentionKind {
  return {
    table,
    batch: BATCH,
    async deleteBatch({ database, periods: { history }, logger }, limit) {
      const next = await nextProject.first(database.pool, { table, days: history[table] });
      if (next === null) return { deleted: 0, done: true };
      const { finished, deleted, done } = await sweepHistory(database, { table, ...next, limit });
      if (finished === undefined) return { deleted, done };
      logger.info({ table, projectId: next.projectId, ...finished }, 'retention sweep of project finished');
      return { deleted, done: false };
    },
  };
}

export const expiredHistory: readonly RetentionKind[] = HISTORY_RULES.flatMap((rule) => [
  kindOf(rule),
  kindOfProjects(rule),
]);
