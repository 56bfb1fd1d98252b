import pg from 'pg';
import { Prisma } from './generated/client.js';

/** Statement fragments. Values are always sent as parameters. */
export const { sql, join, empty, raw } = Prisma;
export type Sql = Prisma.Sql;

/**
 * A statement with a text that is built only once. It numbers its parameters itself, `$1` being the first of the values.
 */
export function withValues(text: string, values: readonly unknown[]): Sql {
  const statement = raw(text);
  statement.values.push(...values);
  return statement;
}

/** A statement in the form the driver takes. */
export interface Statement extends pg.QueryConfig {
  /** Set if the caller needs the number of written rows instead of the rows. */
  readonly countsOnly?: boolean;
}

/** A pool, or one connection of it inside a transaction. */
export interface Queryable {
  query(statement: Statement): Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;

const parseIntegers = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/** Row ids are bigint but far below 2^53, so they are returned as numbers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return parseIntegers;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * Runs a statement and returns its rows. A named statement is prepared once per connection; give a name to statements
 * whose text never varies and that run all the time. Only `defineQuery` calls this, because a test checks its columns.
 */
export async function query<Row>(on: Queryable, statement: Sql, name?: string): Promise<Row[]> {
  const result = await on.query({ text: statement.text, values: statement.values, types, ...(name && { name }) });
  return result.rows as Row[];
}

/** Runs a statement for its effect and returns the number of rows it wrote. For `name`, see `query`. */
export async function execute(on: Queryable, statement: Sql, name?: string): Promise<number> {
  const { text, values } = statement;
  const result = await on.query({ text, values, countsOnly: true, ...(name && { name }) });
  return result.rowCount ?? 0;
}

/** Runs commands that have neither parameters nor rows: savepoints, transaction settings, changes to partitions. */
export async function runCommand(on: Queryable, text: string): Promise<void> {
  await on.query({ text, countsOnly: true });
}
