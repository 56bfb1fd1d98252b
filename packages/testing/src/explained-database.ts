import { afterAll, expect } from '@jest/globals';
import { type Database, databaseOn, type Queryable } from '@slipway/db';
import pg from 'pg';

export interface PlanFacts {
  readonly text: string;
  readonly indexes: readonly string[];
  readonly scannedTables: readonly string[];
  /** The most rows that a single scan read, including those it discarded. */
  readonly readRows: number;
  /** The most rows that a single sort received. */
  readonly sortedRows: number;
  /** Of a prepared statement, the plan for any values, which PostgreSQL uses after a few executions. */
  readonly generic?: PlanFacts;
}

/** A database whose statements can be explained, whether they come from models or SQL. */
export interface ExplainedDatabase {
  readonly database: Database;
  run(text: string, values?: unknown[]): Promise<Pick<pg.QueryResult, 'rows'>>;
  /**
   * Runs `work` and returns how each of its statements was executed, in order. A prepared statement is also explained
   * without the values of its parameters, and the worse of the two plans counts. Statistics must be fresh: see `ANALYZE`.
   */
  explain(work: () => Promise<unknown>): Promise<readonly PlanFacts[]>;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const STATEMENT_TIMEOUT_MS = 120_000;

/** Opens the database behind a URL, and closes it after the file's tests. */
export function explainedDatabase(url: string): ExplainedDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c TimeZone=UTC' });
  const plain = new pg.Pool({ connectionString: url, max: 2 });
  const database = databaseOn(pool, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const query = pool.query.bind(pool);
  let facts: PlanFacts[] | null = null;
  async function explaining(config: pg.QueryConfig) {
    if (facts !== null) {
      const plan = factsOf(config.text, await planOf(plain, config));
      facts.push(
        config.name === undefined ? plan : worse(plan, factsOf(config.text, await genericPlanOf(url, config))),
      );
    }
    return query(config);
  }
  // Prisma's adapter and our own SQL both call the pool with one object.
  Object.assign(pool, { query: explaining });
  afterAll(async () => {
    await database.close();
    await plain.end();
  });
  return {
    database,
    run: (text, values = []) => plain.query({ text, values }),
    async explain(work) {
      const collected: PlanFacts[] = [];
      facts = collected;
      try {
        await work();
      } finally {
        facts = null;
      }
      return collected;
    },
  };
}

const EXPLAIN = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)';

/** How PostgreSQL runs a statement inside a transaction, with the settings of that transaction. Leaves no effects. */
export async function explainIn(tx: Queryable, config: pg.QueryConfig): Promise<PlanFacts> {
  await tx.query({ text: 'SAVEPOINT explained' });
  const plan = await planOf(tx, config);
  await tx.query({ text: 'ROLLBACK TO explained' });
  return factsOf(config.text, plan);
}

async function planOf(on: Queryable, { text, values = [] }: pg.QueryConfig): Promise<PlanNode> {
  const { rows } = await on.query({ text: `${EXPLAIN} ${text}`, values });
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** The plan that PostgreSQL makes for a prepared statement without knowing the values of its parameters. */
async function genericPlanOf(url: string, { text, values = [] }: pg.QueryConfig): Promise<PlanNode> {
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  try {
    await client.query(`PREPARE prepared AS ${text}`);
    const literals = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(literalOf(value))));
    const { rows } = await client.query(
      `${EXPLAIN} EXECUTE prepared${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    );
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.end();
  }
}

function literalOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}

/** What both plans read, and the most that either reads. `b` is the generic plan. */
function worse(a: PlanFacts, b: PlanFacts): PlanFacts {
  return {
    text: a.text,
    indexes: a.indexes.filter((index) => b.indexes.includes(index)),
    scannedTables: [...a.scannedTables, ...b.scannedTables],
    readRows: Math.max(a.readRows, b.readRows),
    sortedRows: Math.max(a.sortedRows, b.sortedRows),
    generic: b,
  };
}

function factsOf(text: string, plan: PlanNode): PlanFacts {
  const nodes = [...walk(plan)];
  const ofType = (suffix: string) => nodes.filter((node) => node['Node Type'].endsWith(suffix));
  return {
    text,
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    scannedTables: ofType('Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
    readRows: Math.max(0, ...ofType('Scan').map(rowsRead)),
    sortedRows: Math.max(0, ...ofType('Sort').flatMap((node) => (node.Plans ?? []).map(rowsGiven))),
  };
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}

/** PostgreSQL reports rows per loop. */
function rowsGiven(node: PlanNode): number {
  return Math.round(node['Actual Rows'] * node['Actual Loops']);
}

function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return rowsGiven(node) + Math.round(removed * node['Actual Loops']);
}

/** Fails unless the statement read this index in the list's order and stopped at the end of the page. */
export function expectOrderedRead(plan: PlanFacts, { index, count }: { index: string; count: number }): void {
  expect(plan.indexes).toContain(index);
  expectBounded(plan, count);
}

/** Fails if the statement read a whole table, or read or sorted more rows than allowed. */
export function expectBounded(plan: PlanFacts, rows: number): void {
  expect(plan.scannedTables).toEqual([]);
  expect(plan.readRows).toBeLessThanOrEqual(rows);
  expect(plan.sortedRows).toBeLessThanOrEqual(rows);
}
