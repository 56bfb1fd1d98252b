import pg from 'pg';
import { Prisma } from './generated/client.js';

/** Statement fragments; values always travel as parameters. */
export const { sql, join, empty, raw } = Prisma;
export type Sql = Prisma.Sql;

/** A pool or one of its connections inside a transaction. */
export interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;

const parseIntegers = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/** Row ids are bigint but far below 2^53: they arrive as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return parseIntegers;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * Runs a statement and returns its rows, typed by the caller who wrote the column list. One with a name is prepared
 * once per connection: for those that always have the same text and run all the time.
 */
export async function query<Row>(on: Queryable, statement: Sql, name?: string): Promise<Row[]> {
  const result = await on.query({ text: statement.text, values: statement.values, types, ...(name && { name }) });
  return result.rows as Row[];
}

/** Runs a statement that returns at most one row. */
export async function queryOne<Row>(on: Queryable, statement: Sql): Promise<Row | null> {
  const rows = await query<Row>(on, statement);
  return rows[0] ?? null;
}

/** Runs a statement for its effect and returns how many rows it touched. As to its name, see `query`. */
export async function execute(on: Queryable, statement: Sql, name?: string): Promise<number> {
  const result = await on.query({ text: statement.text, values: statement.values, ...(name && { name }) });
  return result.rowCount ?? 0;
}
