import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyTarget, listTables, quoteName, SESSION, type TableInfo } from './tables.js';

export interface DumpedTable extends TableInfo {
  readonly rows: number;
}

export interface DumpedDatabase {
  /** The migrations that were applied, by name. */
  readonly migrations: readonly string[];
  readonly tables: readonly DumpedTable[];
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** Called with the table that is copied, its place among all tables, and the bytes copied so far. */
export type OnTable = (progress: { table: string; place: number; tables: number; bytes: number }) => void;

export interface DumpOptions {
  /** A direct connection. */
  readonly url: string;
  readonly folder: string;
  readonly onTable: OnTable;
}

const UNDEFINED_TABLE = '42P01';

/** The file of a table in the folder of a backup. */
export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`);
}

/** Copies all tables as of one moment into files that `loadDatabase` reads. The service may run meanwhile. */
export async function dumpDatabase({ url, folder, onTable }: DumpOptions): Promise<DumpedDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: 'backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await beginSnapshot(client);
    const tables: DumpedTable[] = [];
    let bytes = 0;
    for (const table of found) {
      onTable({ table: table.name, place: tables.length + 1, tables: found.length, bytes });
      const copied = await dumpTable(client, table, folder);
      bytes += copied.bytes;
      tables.push({ ...table, rows: copied.rows });
    }
    return { migrations: await readMigrationNames(client), tables, sequences: await readSequences(client) };
  } finally {
    await client.end();
  }
}

/**
 * Begins a transaction that sees one moment of the database. Its locks keep retention from dropping a partition before
 * it is copied. It begins again if partitions were created or dropped between finding and locking the tables.
 */
async function beginSnapshot(client: pg.Client): Promise<TableInfo[]> {
  for (;;) {
    const found = await listTables(client);
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SESSION}`);
    const locked = await lockTables(client, found);
    if (locked !== null && isDeepStrictEqual(locked, found)) return locked;
    await client.query('ROLLBACK');
  }
}

/** Returns the tables of the transaction, which are those that were found, unless some were created or dropped. */
async function lockTables(client: pg.Client, found: readonly TableInfo[]): Promise<TableInfo[] | null> {
  try {
    const names = found.map(({ name }) => quoteName(name)).join(', ');
    await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
    return await listTables(client);
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

async function dumpTable(client: pg.Client, table: TableInfo, folder: string) {
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const rows = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`));
  const file = createWriteStream(fileOf(folder, table.name), { mode: 0o600, flush: true });
  // The fastest level: a better one would take longer than reading the tables.
  await pipeline(rows, count, createGzip({ level: 1 }), file);
  return { bytes, rows: rows.rowCount };
}

async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

/** Sequences do not belong to the snapshot: they may be ahead of it, which only skips ids. */
async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
