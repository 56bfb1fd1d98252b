import { hashToken } from '@slipway/domain';
import pg from 'pg';
import { contentTables } from './content.js';
import { type Credentials, deriveCredentials, isPassword } from './credentials.js';
import { describeDemo, listedUsers, readDemoFile, writeDemoFile } from './demo-file.js';
import { advanceSequences, insertTables } from './insert-rows.js';
import { peopleTables, tokens, userIds } from './people.js';
import { integrationList, projectTables } from './projects.js';
import { minute } from './times.js';

export interface SeedOptions {
  databaseUrl: string;
  appSecret: string;
  baseUrl: string;
  /** Where the credentials are written for people and scripts. */
  demoFile: string;
  /** The moment the content leads up to; the current one by default. */
  now?: Date;
}

// Any fixed number; it only has to be the same in every process that seeds.
const advisoryLock = 5_417_730_212;

async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM accounts) AS empty');
  return rows[0]?.empty === true;
}

async function insertDemo(client: pg.ClientBase, options: SeedOptions, credentials: Credentials): Promise<void> {
  const given = options.now ?? new Date();
  const now = new Date(given.getTime() - (given.getTime() % minute));
  await insertTables(client, [
    ...(await peopleTables(credentials, now)),
    ...projectTables(credentials, options.appSecret, now),
    ...contentTables(now),
  ]);
  await advanceSequences(client);
}

/** Seeds in one transaction, under a lock: of two that start together, the second finds the rows of the first. */
async function seedIfEmpty(
  client: pg.ClientBase,
  options: SeedOptions,
  credentials: Credentials,
): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    const empty = await isEmpty(client);
    if (empty) await insertDemo(client, options, credentials);
    await client.query('COMMIT');
    return empty;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Whether the database still holds exactly the credentials that follow from APP_SECRET. */
async function holdsCredentials(client: pg.ClientBase, credentials: Credentials): Promise<boolean> {
  const apiHashes = Object.keys(tokens).map((name) => hashToken(credentials.apiToken(name)));
  const webhookHashes = integrationList.map(({ name }) => hashToken(credentials.webhookToken(name)));
  const { rows } = await client.query<{ tokens: number; integrations: number }>(
    `SELECT (SELECT count(*)::int FROM api_tokens WHERE token_hash = ANY ($1)) AS tokens,
            (SELECT count(*)::int FROM integrations WHERE token_hash = ANY ($2)) AS integrations`,
    [apiHashes, webhookHashes],
  );
  if (rows[0]?.tokens !== apiHashes.length || rows[0].integrations !== webhookHashes.length) return false;
  for (const name of listedUsers) {
    const found = await client.query<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE id = $1', [
      userIds[name],
    ]);
    if (!(await isPassword(found.rows[0]?.hash ?? '', credentials.password(name)))) return false;
  }
  return true;
}

/** Keeps demo.json true: the address of this start, and the whole file where it was lost. */
async function refreshDemoFile(
  client: pg.ClientBase,
  options: SeedOptions,
  credentials: Credentials,
): Promise<void> {
  const demo = readDemoFile(options.demoFile);
  if (demo) writeDemoFile(options.demoFile, { ...demo, base_url: options.baseUrl });
  else if (await holdsCredentials(client, credentials))
    writeDemoFile(options.demoFile, describeDemo(credentials, options.baseUrl));
}

/**
 * Fills a database that has no accounts with the demo studio and writes demo.json. On any other database it writes
 * nothing but the file's `base_url`, or the file itself where it is missing and its credentials are still valid.
 */
export async function seedDemo(options: SeedOptions): Promise<{ seeded: boolean }> {
  const credentials = deriveCredentials(options.appSecret);
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    const seeded = (await isEmpty(client)) && (await seedIfEmpty(client, options, credentials));
    if (seeded) writeDemoFile(options.demoFile, describeDemo(credentials, options.baseUrl));
    else await refreshDemoFile(client, options, credentials);
    return { seeded };
  } finally {
    await client.end();
  }
}
