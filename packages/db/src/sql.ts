import pg from 'pg';
import { Prisma } from './generated/client.js';
import { parseTime } from './parse-time.js';

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
  readonly label?: string;
}

/** A pool, or one connection of it inside a transaction. */
export interface Queryable {
  query(statement: Statement): Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ = 1184;

const parseIntegers = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/**
 * Row ids are bigint but far below 2^53, so they are returned as numbers. Times are read by our own parser, because a page
 * of a list contains hundreds.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return parseIntegers;
    if (oid === TIMESTAMPTZ && format !== 'binary') return parseTime;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/** A statement that is prepared once per connection if it has a name. */
export interface NamedStatement {
  readonly text: string;
  readonly values: unknown[];
  readonly name: string | undefined;
  /** Names it in traces, whether prepared or not. */
  readonly label: string;
}

/** Runs a statement and returns its rows. Only `defineQuery` calls this, because a test checks its columns. */
export async function query<Row>(on: Queryable, statement: NamedStatement): Promise<Row[]> {
  const result = await on.query({ ...statement, types });
  return result.rows as Row[];
}

/** Runs a statement for its effect and returns the number of rows it wrote. */
export async function execute(on: Queryable, statement: NamedStatement): Promise<number> {
  const result = await on.query({ ...statement, countsOnly: true });
  return result.rowCount ?? 0;
}

/** Runs commands that have neither parameters nor rows: savepoints, transaction settings, changes to partitions. */
export async function runCommand(on: Queryable, text: string): Promise<void> {
  await on.query({ text, countsOnly: true });
}
