import type { TableGroup } from '@slipway/domain';
import { computed, nullable, type RowOf } from './columns.js';
import type { DatabaseHandle } from './database.js';
import { defineQuery } from './define-query.js';
import { type Sql, sql } from './sql.js';

/** Over how many days growth is measured, if there are as many. */
const MEASURED_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
const DAY_OF_LOG = /^deliveries_(\d{4})(\d{2})(\d{2})$/;

const tableColumns = {
  name: computed('text', sql`c.relname::text`),
  /** With indexes and TOAST. */
  bytes: computed('int8', sql`pg_total_relation_size(c.oid)`),
  /** PostgreSQL's own estimate. */
  rows: computed('float8', sql`GREATEST(c.reltuples, s.n_live_tup, 0)::float8`),
};

type TableFacts = RowOf<typeof tableColumns>;

const tables = defineQuery({
  name: 'measure tables',
  columns: tableColumns,
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM pg_class c
    LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
});

/** Rows in the order of their creation, by `id` and `created_at`. */
const SOURCES = {
  build_runs: sql`SELECT id, created_at FROM build_runs`,
  build_logs: sql`SELECT l.build_run_id AS id, b.created_at FROM build_logs l JOIN build_runs b ON b.id = l.build_run_id`,
  changes: sql`SELECT id, created_at FROM changes`,
  deployments: sql`SELECT number AS id, created_at FROM deployments`,
  asset_events: sql`SELECT id, created_at FROM asset_events`,
  external_references: sql`SELECT id, created_at FROM external_references`,
} as const satisfies Record<string, Sql>;
type Source = keyof typeof SOURCES;

/**
 * How many ids were assigned in the last days, and since when there are rows. Finds the first recent row by bisection,
 * because no index is on the time alone: a few dozen lookups, however large the table is.
 */
const recentIds = defineQuery({
  name: 'count recent ids',
  columns: {
    recent: computed('int8', sql`COALESCE((SELECT id + 1 FROM last) - (SELECT max(lo) FROM search), 0)`),
    ageDays: nullable(
      computed('float8', sql`(SELECT extract(epoch FROM now() - first.created_at) / 86400 FROM first)::float8`),
    ),
  },
  examples: Object.keys(SOURCES) as Source[],
  build: (source: Source, select) => sql`WITH RECURSIVE
    first AS (SELECT t.id, t.created_at FROM (${SOURCES[source]}) t ORDER BY t.id LIMIT 1),
    last AS (SELECT t.id FROM (${SOURCES[source]}) t ORDER BY t.id DESC LIMIT 1),
    search(lo, hi) AS (
      SELECT first.id, last.id + 1 FROM first, last
      UNION ALL
      SELECT CASE WHEN p.is_old THEN p.id + 1 ELSE s.lo END, CASE WHEN p.is_old THEN s.hi ELSE (s.lo + s.hi) / 2 END
      FROM search s, LATERAL (
        SELECT t.id, t.created_at < now() - make_interval(days => ${MEASURED_DAYS}::int) AS is_old
        FROM (${SOURCES[source]}) t WHERE t.id >= (s.lo + s.hi) / 2 ORDER BY t.id LIMIT 1) p
      WHERE s.lo < s.hi)
    SELECT ${select}`,
});

const logShare = defineQuery({
  name: 'measure share of builds with a log',
  columns: { share: computed('float8', sql`COALESCE(avg(has_log::int), 0)::float8`) },
  examples: [null],
  build: (_: null, select) => sql`
    SELECT ${select} FROM (SELECT has_log FROM build_runs ORDER BY id DESC LIMIT 1000) newest`,
});

const databaseSize = defineQuery({
  name: 'measure database',
  columns: { bytes: computed('int8', sql`pg_database_size(current_database())`) },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select}`,
});

interface GroupDefinition extends Pick<TableGroup, 'name' | 'expires'> {
  /** The table whose new rows are counted; the others grow with it. */
  readonly source: Source;
  readonly tables: readonly string[];
}

const GROUPS: readonly GroupDefinition[] = [
  {
    name: 'build logs',
    expires: 'build_logs',
    source: 'build_logs',
    tables: ['build_logs', 'logs', 'log_chunks'],
  },
  {
    name: 'builds',
    expires: 'build_runs',
    source: 'build_runs',
    tables: ['build_runs', 'build_steps', 'build_artifacts', 'investigations', 'problem_builds'],
  },
  {
    name: 'changes',
    expires: 'changes',
    source: 'changes',
    tables: ['changes', 'change_files', 'change_mentions', 'task_links'],
  },
  {
    name: 'deployments',
    expires: 'deployments',
    source: 'deployments',
    tables: ['deployments', 'deployment_events'],
  },
  { name: 'history of assets', expires: 'asset_events', source: 'asset_events', tables: ['asset_events'] },
  { name: 'assets and approvals', expires: null, source: 'asset_events', tables: ['assets', 'approvals'] },
  {
    name: 'tracker items',
    expires: 'external_references',
    source: 'external_references',
    tables: ['external_references', 'reference_keys'],
  },
];

/** The size of the database, and of its groups of tables with their growth; the rest has none that is known. */
export async function inspectGrowth(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  now: Date,
): Promise<{ bytes: number; groups: TableGroup[] }> {
  const all = await tables.all(pool, null);
  const share = (await logShare.first(pool, null))?.share ?? 0;
  const groups: TableGroup[] = [deliveryLog(all, now)];
  for (const { name, expires, source, tables: names } of GROUPS) {
    const { recent, ageDays } = (await recentIds.first(pool, source)) ?? { recent: 0, ageDays: null };
    const members = all.filter((table) => names.includes(table.name));
    const counted = all.find((table) => table.name === source)?.rows ?? 0;
    const added = source === 'build_logs' ? recent * share : recent;
    const bytes = sizeOf(members);
    groups.push({ name, expires, bytes, ageDays, bytesPerDay: growthOf({ bytes, counted, added, ageDays }) });
  }
  const bytes = (await databaseSize.first(pool, null))?.bytes ?? 0;
  const rest = Math.max(0, bytes - sizeOf(groups));
  groups.push({ name: 'everything else', expires: null, bytes: rest, bytesPerDay: null, ageDays: null });
  return { bytes, groups };
}

const sizeOf = (tables: readonly { readonly bytes: number }[]) =>
  tables.reduce((sum, { bytes }) => sum + bytes, 0);

interface Growth {
  readonly bytes: number;
  /** How many rows there are, and how many of them were added in the measured days. */
  readonly counted: number;
  readonly added: number;
  readonly ageDays: number | null;
}

/** Unknown without a whole day of rows, and while PostgreSQL has not counted them. */
function growthOf({ bytes, counted, added, ageDays }: Growth): number | null {
  if (ageDays === null || ageDays < 1 || counted === 0) return null;
  return (bytes / counted) * (added / Math.min(ageDays, MEASURED_DAYS));
}

/** Each day of the log has a separate table. The keys of its deliveries are in one table. */
function deliveryLog(all: readonly TableFacts[], now: Date): TableGroup {
  const days = all.flatMap((table) => {
    const [, year, month, day] = DAY_OF_LOG.exec(table.name) ?? [];
    const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
    return day === undefined || table.rows === 0
      ? []
      : [{ ...table, age: Math.floor((now.getTime() - start) / DAY_MS) }];
  });
  const keys = all.filter(({ name }) => name === 'delivery_keys' || name === 'dead_letters');
  const keyRows = keys.reduce((sum, { rows }) => sum + rows, 0);
  const complete = days.filter(({ age }) => age >= 1 && age <= MEASURED_DAYS);
  const bytesPerKey = keyRows === 0 ? 0 : sizeOf(keys) / keyRows;
  const added = sizeOf(complete) + bytesPerKey * complete.reduce((sum, { rows }) => sum + rows, 0);
  return {
    name: 'delivery log',
    expires: 'deliveries',
    bytes: sizeOf(all.filter(({ name }) => name.startsWith('deliveries'))) + sizeOf(keys),
    bytesPerDay: complete.length === 0 ? null : added / complete.length,
    ageDays: days.length === 0 ? null : Math.max(...days.map(({ age }) => age)),
  };
}
