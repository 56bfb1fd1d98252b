import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@slipway/db';
import pg from 'pg';
import { testEnvironment } from './environment.js';

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
}

/** Rows that several test files start with. */
export interface TestContent {
  readonly name: string;
  /** Called only once in a run of all tests. */
  fill(url: string): Promise<void>;
}

/** Distinguishes this file's databases from those of earlier files in the same worker. */
const file = randomBytes(4).toString('hex');
let created = 0;

/**
 * Creates a database from the migrated template, without rows unless `content` is given. Await it at the top level of a
 * test file or in `beforeAll`.
 *
 * The worker's next file drops it, because only then have all hooks of this file closed their connections.
 */
export async function testDatabase(content?: TestContent): Promise<TestDatabase> {
  const { templateUrl, worker } = testEnvironment();
  created += 1;
  const name = `test_${worker}_${file}_${created}`;
  const client = new pg.Client({ connectionString: onServer(templateUrl, 'postgres') });
  await client.connect();
  try {
    await dropEarlier(client, worker);
    const migrated = new URL(templateUrl).pathname.slice(1);
    await copy(client, content === undefined ? migrated : await filled(client, migrated, content), name);
  } finally {
    await client.end();
  }
  return { name, url: onServer(templateUrl, name) };
}

// Copying the files takes a third of the time of the default strategy, which writes every page to the log.
async function copy(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
}

/** Returns the name of a template with the content. The first file that asks for it creates it, and others wait. */
async function filled(client: pg.Client, migrated: string, { name, fill }: TestContent): Promise<string> {
  const [template, draft] = [`content_${name}`, `draft_${name}`];
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await copy(client, migrated, draft);
    await fill(onServer(testEnvironment().templateUrl, draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  }
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  return template;
}

async function dropEarlier(client: pg.Client, worker: number): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database d
      WHERE starts_with(datname, $1) AND NOT starts_with(datname, $2)
        AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    [`test_${worker}_`, `test_${worker}_${file}_`],
  );
  for (const { datname } of rows) {
    await client.query(`DROP DATABASE IF EXISTS ${datname}`).catch((error: { code?: string }) => {
      // An earlier file left a connection open: the database disappears with the server.
      if (error.code !== '55006') throw error;
    });
  }
}

function onServer(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Creates an empty database on the server of `url` and returns its URL. */
export async function blankDatabase(url: string, suffix: string): Promise<string> {
  const address = new URL(url);
  const name = `${address.pathname.slice(1)}_${suffix}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  } finally {
    await client.end();
  }
  address.pathname = `/${name}`;
  return address.href;
}

/** Much longer than in production: a test should not fail because the machine is busy. */
const TIMEOUT_MS = 120_000;

/** Opens connections for the test itself, separate from those of the code under test. */
export function openTestDatabase(url: string): Database {
  return openDatabase({
    url,
    name: 'test',
    poolSize: 4,
    statementTimeoutMs: TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
  });
}
