import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../migrate.js';
import { readMigrations } from '../migration-files.js';
import { type DumpedDatabase, type DumpedTable, fileOf, type OnTable } from './dump-database.js';
import { copyTarget, listTables, quoteName, SESSION, type TableInfo } from './tables.js';

export interface LoadOptions {
  /** A direct connection to the database, which may be empty. */
  readonly url: string;
  readonly folder: string;
  readonly database: DumpedDatabase;
  /** Whether the rows of a database that is in use may be deleted. */
  readonly overwrite: boolean;
  readonly onTable: OnTable;
}

/** The database cannot be restored; the message says why. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/**
 * Replaces all rows with those of a backup, in one transaction: a failure changes nothing. An empty database is first
 * migrated to the backup's level, and afterward to that of this release.
 */
export async function loadDatabase(options: LoadOptions): Promise<void> {
  const { url, database } = options;
  refuseOtherReleases(database.migrations);
  const client = new pg.Client({ connectionString: url, application_name: 'restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseUsed(client, options.overwrite);
    await refuseNewerSchema(client, database.migrations);
    await migrate(url, { upTo: database.migrations.at(-1) ?? '' });
    await client.query(`BEGIN; ${SESSION}`);
    await replaceRows(client, options);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  await migrate(url);
}

function refuseOtherReleases(migrations: readonly string[]): void {
  const known = readMigrations().map(({ name }) => name);
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RestoreError(`The backup was made by a newer release, with migration ${unknown}. Use that release.`);
  const missing = known.slice(0, migrations.length).find((name) => !migrations.includes(name));
  if (missing !== undefined) throw new RestoreError(`The backed-up database lacked migration ${missing}.`);
}

async function refuseUsed(client: pg.Client, overwrite: boolean): Promise<void> {
  const others = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'slipway%'`,
  );
  if (others.rows.length > 0) {
    const names = others.rows.map(({ name }) => name).join(', ');
    throw new RestoreError(`The database is in use by ${names}. Stop every Slipway process first.`);
  }
  if (overwrite || !(await exists(client, 'users'))) return;
  const { rows } = await client.query<{ used: boolean }>('SELECT EXISTS (SELECT FROM users) AS used');
  if (rows[0]?.used)
    throw new RestoreError('The database has users. To delete all of its data first, add --overwrite.');
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return rows[0]?.found === true;
}

async function refuseNewerSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  if (!(await exists(client, '_prisma_migrations'))) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY 1',
  );
  const newer = rows.find(({ name }) => !migrations.includes(name));
  if (newer === undefined) return;
  const problem = `The database has migration ${newer.name}, which the backup lacks.`;
  throw new RestoreError(`${problem} Restore into an empty database.`);
}

/** Constraints are checked when they are created again. Triggers would count and chain the rows a second time. */
async function replaceRows(client: pg.Client, options: LoadOptions): Promise<void> {
  const { tables } = options.database;
  const existing = await listTables(client);
  const missing = tables.filter(({ name }) => !existing.some((table) => table.name === name));
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await eachTable(client, existing, (table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${existing.map(({ name }) => quoteName(name)).join(', ')}`);
  for (const table of missing) await createTable(client, table);
  await loadTables(client, options);
  // Positions in the log of another server would keep reads from the replica.
  await client.query('UPDATE accounts SET written_lsn = 0');
  await eachTable(client, existing, (table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const [name, last] of Object.entries(options.database.sequences))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [quoteName(name), last]);
}

async function eachTable(
  client: pg.Client,
  tables: readonly TableInfo[],
  statement: (table: string) => string,
): Promise<void> {
  for (const { name } of tables) await client.query(statement(quoteName(name)));
}

async function listForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0`,
  );
  return rows;
}

/** Creates a table that no migration does: a day of the delivery log, or one that was detached to be deleted. */
async function createTable(client: pg.Client, { name, parent, bound, options }: DumpedTable): Promise<void> {
  const table = quoteName(name);
  const model = quoteName(parent ?? name.replace(/_\d{8}$/, ''));
  await client.query(
    parent === null
      ? `CREATE TABLE ${table} (LIKE ${model} INCLUDING ALL)`
      : `CREATE TABLE ${table} PARTITION OF ${model} ${bound}`,
  );
  if (options !== null) await client.query(`ALTER TABLE ${table} SET (${options.join(', ')})`);
}

async function loadTables(client: pg.Client, { folder, database, onTable }: LoadOptions): Promise<void> {
  const { tables } = database;
  let bytes = 0;
  for (const [index, table] of tables.entries()) {
    onTable({ table: table.name, place: index + 1, tables: tables.length, bytes });
    // Through its parent, because this database may have a partition that the other one lacked.
    const target = copyTarget({ ...table, name: table.parent ?? table.name });
    const rows = client.query(copyFrom(`COPY ${target} FROM STDIN`));
    const source = createGunzip();
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await pipeline(createReadStream(fileOf(folder, table.name)), source, rows);
    if (rows.rowCount === table.rows) continue;
    throw new RestoreError(`${table.name} has ${rows.rowCount} rows in its file, but had ${table.rows}.`);
  }
}
