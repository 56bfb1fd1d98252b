import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { blankDatabase, testDatabase } from '@slipway/testing';
import pg from 'pg';
import { migrate } from './migrate.js';

const impatient = { timeoutMs: 50, tries: 2, pauseMs: 1 };
const patient = { timeoutMs: 50, tries: 10_000, pauseMs: 10 };
const first = { '20990101000000_init': 'CREATE TABLE parts (id int PRIMARY KEY, name text);' };
const alter = { '20990102000000_alter': 'ALTER TABLE parts ADD COLUMN size int;' };
const index = {
  '20990102000000_index': [
    '-- slipway:no-transaction',
    'CREATE INDEX CONCURRENTLY parts_name_idx',
    '    ON parts (name);',
    '',
  ].join('\n'),
};

let server: string;
let made = 0;
let url: string;
let clients: pg.Client[];

beforeAll(async () => {
  server = (await testDatabase()).url;
});

beforeEach(async () => {
  made += 1;
  url = await blankDatabase(server, `apply${made}`);
  clients = [];
  await migrate(url, { folder: folderOf(first) });
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
});

function folderOf(migrations: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-migrations-'));
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

async function indexIsValid(client: pg.Client): Promise<boolean | undefined> {
  const { rows } = await client.query(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('parts_name_idx')`,
  );
  return rows[0]?.valid;
}

describe('a migration whose table is in use', () => {
  it('does not block other statements while it waits for a long transaction, and then succeeds', async () => {
    const [holder, reader] = [await connect(), await connect()];
    await holder.query('BEGIN; SELECT * FROM parts');
    const migrating = migrate(url, { folder: folderOf({ ...first, ...alter }), locks: patient });
    // Each of these would wait behind the migration for as long as the transaction is open.
    for (let reads = 0; reads < 20; reads += 1) await reader.query('SELECT * FROM parts');
    await holder.query('COMMIT');
    expect(await migrating).toEqual({ applied: ['20990102000000_alter'] });
  });

  it('gives up after its last attempt, changes nothing, and can simply be started again', async () => {
    const holder = await connect();
    await holder.query('BEGIN; SELECT * FROM parts');
    const folder = folderOf({ ...first, ...alter });
    await expect(migrate(url, { folder, locks: impatient })).rejects.toThrow(
      /20990102000000_alter could not get its locks.*Nothing was changed/,
    );
    await holder.query('COMMIT');
    expect(await migrate(url, { folder })).toEqual({ applied: ['20990102000000_alter'] });
  });

  it('takes effect completely or not at all when its connection dies', async () => {
    const folder = folderOf({
      ...first,
      '20990102000000_slow': 'CREATE TABLE half (id int); SELECT pg_sleep(600);',
    });
    const migrating = migrate(url, { folder }).catch((error: Error) => error);
    const observer = await connect();
    let ended = 0;
    while (ended === 0) {
      const { rows } = await observer.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      ended = rows.length;
    }
    expect(await migrating).toBeInstanceOf(Error);
    expect((await observer.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }]);
    const repaired = folderOf({ ...first, '20990102000000_slow': 'CREATE TABLE half (id int);' });
    expect(await migrate(url, { folder: repaired })).toEqual({ applied: ['20990102000000_slow'] });
  });
});

describe('a migration without a transaction', () => {
  it('builds an index concurrently without failing transactions that write to the table', async () => {
    const writers = await Promise.all([connect(), connect(), connect()]);
    let isMigrating = true;
    let written = 0;
    const writing = writers.map(async (writer, place) => {
      for (let row = 0; isMigrating || row < 50; row += 1) {
        await writer.query('BEGIN');
        await writer.query('INSERT INTO parts VALUES ($1, $2)', [row * writers.length + place, `part ${row}`]);
        await writer.query('COMMIT');
        written += 1;
      }
    });
    const result = await migrate(url, { folder: folderOf({ ...first, ...index }) });
    isMigrating = false;
    await Promise.all(writing);
    expect(result).toEqual({ applied: ['20990102000000_index'] });
    const observer = await connect();
    expect(await indexIsValid(observer)).toBe(true);
    expect((await observer.query('SELECT count(*)::int AS rows FROM parts')).rows).toEqual([{ rows: written }]);
  });

  it('can be restarted after its process was killed, and replaces the invalid index', async () => {
    const client = await connect();
    await client.query(`CREATE INDEX parts_name_idx ON parts (name)`);
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'parts_name_idx'::regclass`);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', 'x', '20990102000000_index')`,
    );
    const folder = folderOf({ ...first, ...index });
    expect(await migrate(url, { folder })).toEqual({ applied: ['20990102000000_index'] });
    expect(await indexIsValid(client)).toBe(true);
    expect(await migrate(url, { folder })).toEqual({ applied: [] });
  });

  it('is recorded with its error when a statement fails, and blocked until an operator resolves it', async () => {
    const broken = {
      '20990102000000_index': '-- slipway:no-transaction\nCREATE INDEX CONCURRENTLY ON nowhere (id);\n',
    };
    const folder = folderOf({ ...first, ...broken });
    await expect(migrate(url, { folder })).rejects.toThrow(/20990102000000_index failed: .*nowhere/);
    await expect(migrate(url, { folder })).rejects.toThrow(/did not finish.*nowhere.*can be repeated/s);
  });
});
