import type pg from 'pg';

/** A table of the database, or a leaf partition of one. */
export interface TableInfo {
  readonly name: string;
  /** Those that can be written. */
  readonly columns: readonly string[];
  /** The table that it is a partition of, and its bounds; both null for other tables. */
  readonly parent: string | null;
  readonly bound: string | null;
  /** Storage parameters. */
  readonly options: readonly string[] | null;
}

/** The history describes the schema of this database; a restored one has its own. */
const HISTORY = '_prisma_migrations';

export async function listTables(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `SELECT c.relname AS name, parent.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
            c.reloptions AS options,
            ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns
       FROM pg_class c
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
       LEFT JOIN pg_class parent ON parent.oid = i.inhparent
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> $1
      ORDER BY c.relname`,
    [HISTORY],
  );
  return rows;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The part of COPY that names the table and its columns. */
export function copyTarget({ name, columns }: Pick<TableInfo, 'name' | 'columns'>): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}

/** Lets statements run as long as they need, and values read the same wherever they are written. */
export const SESSION = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL extra_float_digits = 3; SET LOCAL timezone = 'UTC'`;
