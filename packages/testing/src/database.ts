import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

/** A database with every migration applied and no rows, for one test file. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
}

/** Tells this file's databases from those an earlier file of the same worker left. */
const file = randomBytes(4).toString('hex');
let made = 0;

/**
 * Copies the migrated template into a new database. Await it at the top of a test file or in `beforeAll`.
 *
 * It is dropped when the worker's next file asks for one, and with the server at the latest: by then the file's own
 * hooks have closed their connections, in whatever order they ran.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { templateUrl, worker } = testEnvironment();
  const template = new URL(templateUrl).pathname.slice(1);
  made += 1;
  const name = `test_${worker}_${file}_${made}`;
  const client = new pg.Client({ connectionString: onServer(templateUrl, 'postgres') });
  await client.connect();
  try {
    await dropEarlier(client, worker);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
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
      // A connection that a file forgot: the database goes with the server, this file has no part in it.
      if (error.code !== '55006') throw error;
    });
  }
}

function onServer(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
