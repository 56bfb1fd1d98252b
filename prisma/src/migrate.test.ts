import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { blankDatabase, testDatabase } from '@slipway/testing';
import pg from 'pg';
import { migrate, pendingMigrations } from './migrate.js';
import { checksumOf, migrationsFolder, readMigrations } from './migration-files.js';
import { noFilters, openSchemaEngine } from './schema-engine.js';

const names = readMigrations().map(({ name }) => name);
let server: string;
let made = 0;

beforeAll(async () => {
  server = (await testDatabase()).url;
});

function blank(): Promise<string> {
  made += 1;
  return blankDatabase(server, `blank${made}`);
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

function historyOf(url: string) {
  return query<{ migration_name: string; checksum: string; applied_steps_count: number }>(
    url,
    'SELECT * FROM _prisma_migrations ORDER BY migration_name',
  );
}

/** A copy of the migrations, with additional ones. */
function folderWith(extra: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const [name, sql] of Object.entries(extra)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

describe('migrate', () => {
  it('applies every migration once, and nothing on the second run', async () => {
    const url = await blank();
    const steps: string[] = [];
    expect(await pendingMigrations(url)).toEqual(names);
    expect(await migrate(url, { onStep: (name) => steps.push(name) })).toEqual({ applied: names });
    expect(steps).toEqual(names);
    expect(await migrate(url, { onStep: (name) => steps.push(name) })).toEqual({ applied: [] });
    expect(steps).toEqual(names);
    expect(await pendingMigrations(url)).toEqual([]);
  });

  it('writes the same history as Prisma itself', async () => {
    const url = await blank();
    await migrate(url);
    const history = await historyOf(url);
    expect(history.map(({ migration_name }) => migration_name)).toEqual(names);
    for (const row of history) {
      const file = readFileSync(join(migrationsFolder, row.migration_name, 'migration.sql'), 'utf8');
      expect(row).toMatchObject({
        checksum: checksumOf(file),
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
      });
      expect(row).toMatchObject({ finished_at: expect.any(Date) });
    }
  });

  it('applies each migration once when four processes start together', async () => {
    const url = await blank();
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    expect(results.flatMap(({ applied }) => applied)).toEqual(names);
    expect(await historyOf(url)).toHaveLength(names.length);
  });

  it('runs functions and strings that contain semicolons unchanged', async () => {
    const url = await blank();
    const sql = `CREATE FUNCTION one() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$; SELECT one();`;
    const folder = folderWith({ '20990101000000_function': sql });
    expect((await migrate(url, { folder })).applied).toEqual([...names, '20990101000000_function']);
    expect(await query(url, 'SELECT one()')).toEqual([{ one: 'a;b' }]);
  });

  it('rolls back a failed migration, reports why, and refuses to continue until it is resolved', async () => {
    const url = await blank();
    const folder = folderWith({ '20990101000000_broken': 'CREATE TABLE half (id int);\nSELECT nonsense();' });
    await expect(migrate(url, { folder })).rejects.toThrow(/20990101000000_broken failed.*nonsense/s);
    expect(await query(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    await expect(migrate(url, { folder })).rejects.toThrow(/did not finish.*resolve --rolled-back/s);
    await query(url, `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL`);
    writeFileSync(join(folder, '20990101000000_broken', 'migration.sql'), 'CREATE TABLE whole (id int);');
    expect((await migrate(url, { folder })).applied).toEqual(['20990101000000_broken']);
  });

  it('refuses a migration that was edited after it was applied, but accepts other line endings', async () => {
    const url = await blank();
    await migrate(url);
    const first = names[0]!;
    const sql = readFileSync(join(migrationsFolder, first, 'migration.sql'), 'utf8');
    const crlf = folderWith({ [first]: sql.replaceAll('\n', '\r\n') });
    expect(await migrate(url, { folder: crlf })).toEqual({ applied: [] });
    const edited = folderWith({ [first]: `${sql}-- more\n` });
    await expect(migrate(url, { folder: edited })).rejects.toThrow(`${first} was edited`);
  });

  it('leaves a database alone that is older than the joined migrations, and names the release in between', async () => {
    const url = await blank();
    const older = mkdtempSync(join(tmpdir(), 'slipway-migrations-'));
    mkdirSync(join(older, '20261115140000_init'));
    writeFileSync(join(older, '20261115140000_init', 'migration.sql'), 'CREATE TABLE build_runs (id int);');
    await migrate(url, { folder: older });
    const error = await migrate(url).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: 'MigrationError' });
    expect(String(error)).toMatch(
      /^[^\n]*Start the release of commit c023476e on it once, then this one\.[^\n]*$/,
    );
    expect(await historyOf(url)).toHaveLength(1);
    expect(await query(url, `SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
      { count: 2 },
    ]);
  });

  it('applies only later migrations to a database with all that were joined', async () => {
    const url = await blank();
    await migrate(url, { upTo: names[1] as string });
    // As the release before wrote it, with a row for each.
    await query(url, `DELETE FROM _prisma_migrations WHERE migration_name <> '${names[0]}'`);
    await query(
      url,
      `UPDATE _prisma_migrations SET migration_name = '20261117205531_account_views', checksum = 'x'`,
    );
    expect(await migrate(url)).toEqual({ applied: names.slice(2) });
    expect(await migrate(url)).toEqual({ applied: [] });
    expect(await pendingMigrations(url)).toEqual([]);
  });

  it('ignores migrations of a newer release', async () => {
    const url = await blank();
    await migrate(url, { folder: folderWith({ '20990101000000_newer': 'CREATE TABLE newer (id int);' }) });
    expect(await migrate(url)).toEqual({ applied: [] });
  });
});

describe("Prisma's own engine", () => {
  const engineOn = async <Result>(
    url: string,
    use: (engine: SchemaEngine) => Promise<Result>,
  ): Promise<Result> => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      return await use(await openSchemaEngine(pool));
    } finally {
      await pool.end();
    }
  };
  const migrationsList = {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations().map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
  const apply = (engine: SchemaEngine) => engine.applyMigrations({ migrationsList, filters: noFilters });

  it('accepts the history and finds nothing left to apply', async () => {
    const url = await blank();
    await migrate(url);
    const diagnosis = await engineOn(url, (engine) =>
      engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilters }),
    );
    expect(diagnosis).toMatchObject({
      history: null,
      failedMigrationNames: [],
      editedMigrationNames: [],
      hasMigrationsTable: true,
    });
    expect(await engineOn(url, apply)).toEqual({ appliedMigrationNames: [] });
  });

  it('finds nothing left to apply to a database that had the joined migrations', async () => {
    const url = await blank();
    await migrate(url);
    await query(url, `DELETE FROM _prisma_migrations WHERE migration_name = '${names[1]}'`);
    await query(
      url,
      `UPDATE _prisma_migrations SET migration_name = '20261117205531_account_views', checksum = 'x'
        WHERE migration_name = '${names[0]}'`,
    );
    expect(await migrate(url)).toEqual({ applied: [] });
    expect(await engineOn(url, apply)).toEqual({ appliedMigrationNames: [] });
  });

  it('writes a history that our migrations accept', async () => {
    const url = await blank();
    expect(await engineOn(url, apply)).toEqual({ appliedMigrationNames: names });
    expect(await migrate(url)).toEqual({ applied: [] });
  });
});

describe('delivery partitions', () => {
  it('are created once per day and take over the rows of the default partition', async () => {
    const url = await blank();
    await migrate(url);
    const insert = (time: string) =>
      query(
        url,
        `INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
           dedupe_key, outcome, finished_at)
         VALUES (gen_random_uuid(), '${time}', 1, 1, 1, 'p', 'e', '/', 'k', 'applied', now())`,
      );
    await insert('2030-05-01T23:59:59.999Z');
    await insert('2030-05-02T00:00:00.000Z');
    const make = `SELECT ensure_delivery_partitions('2030-05-01', 2) AS name`;
    expect(await query(url, make)).toEqual([{ name: 'deliveries_20300501' }, { name: 'deliveries_20300502' }]);
    expect(await query(url, make)).toEqual([]);
    expect(await query(url, 'SELECT tableoid::regclass::text AS held_by FROM deliveries ORDER BY 1')).toEqual([
      { held_by: 'deliveries_20300501' },
      { held_by: 'deliveries_20300502' },
    ]);
    await query(url, `SELECT drop_delivery_partitions('2030-05-02')`);
    expect(await query(url, 'SELECT count(*)::int FROM deliveries')).toEqual([{ count: 1 }]);
    expect(await query(url, `SELECT to_regclass('deliveries_20300501') AS gone`)).toEqual([{ gone: null }]);
  });

  it('exist for today and the next three days after the first migration', async () => {
    const url = await blank();
    await migrate(url);
    const missing = await query(
      url,
      `SELECT n FROM generate_series(0, 3) n
        WHERE to_regclass('deliveries_' || to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD')) IS NULL`,
    );
    expect(missing).toEqual([]);
  });
});

it('the migrations folder contains only files the Prisma CLI expects', () => {
  const entries = readdirSync(migrationsFolder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(files.sort()).toEqual(['migration_lock.toml']);
});
