import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

/** A migrated database without rows, for one test file. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
}

/** Distinguishes the databases of this file from those of earlier files of the same worker. */
const file = randomBytes(4).toString('hex');
let created = 0;

/**
 * Creates a database from the migrated template. Await it at the top of a test file or in `beforeAll`.
 *
 * The next file of the worker drops it: only then have all hooks of this file closed their connections.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { templateUrl, worker } = testEnvironment();
  const template = new URL(templateUrl).pathname.slice(1);
  created += 1;
  const name = `test_${worker}_${file}_${created}`;
  const client = new pg.Client({ connectionString: onServer(templateUrl, 'postgres') });
  await client.connect();
  try {
    await dropEarlier(client, worker);
    // Copying the files takes a third of the time of the default, which writes every page to the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  } finally {
    await client.end();
  }
  return { name, url: onServer(templateUrl, name) };
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
      // An earlier file left a connection open: the database is dropped with the server.
      if (error.code !== '55006') throw error;
    });
  }
}

function onServer(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
