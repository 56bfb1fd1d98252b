import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { blankDatabase, testDatabase } from '@slipway/testing';
import pg from 'pg';
import { migrate } from './migrate.js';
import { migrationsFolder, readMigrations } from './migration-files.js';

const MIGRATION = '20261118053558_connected_accounts_of_an_account';

/** The migrations up to the one that gives logins an account, without it. */
function folderBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-migrations-'));
  for (const { name } of readMigrations())
    if (name < MIGRATION) cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true });
  return folder;
}

let client: pg.Client;
const insert = (sql: string) => client.query(`INSERT INTO ${sql}`);
const logins = async () =>
  (await client.query('SELECT id, account_id, user_id, uid FROM connected_accounts ORDER BY id')).rows;

/** Users 1 and 2 share accounts 10 and 20, user 3 belongs to none. */
beforeAll(async () => {
  const url = await blankDatabase((await testDatabase()).url, 'before');
  await migrate(url, { folder: folderBefore() });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await insert(`accounts (id, prefixed_id, name) SELECT n, 'acct_' || n, 'x' FROM unnest('{10,20}'::int[]) n`);
  await insert(
    `users (id, email, name, password_hash) SELECT n, n || '@x.test', 'x', '!' FROM generate_series(1, 3) n`,
  );
  await insert('account_memberships (user_id, account_id) VALUES (1, 20), (1, 10), (2, 20)');
  await insert(`connected_accounts (id, user_id, provider, uid)
    VALUES (1, 1, 'perforce', 'ada'), (2, 2, 'perforce', 'ben'), (3, 3, 'jira', 'eve'), (4, 1, 'github', 'ada-git')`);
  await client.query(`SELECT setval('connected_accounts_id_seq', 4)`);
  await migrate(url);
});
afterAll(() => client.end());

it('an upgrade copies logins to each account of their person, and those in the lowest account keep their id', async () => {
  expect(await logins()).toEqual([
    { id: 1, account_id: 10, user_id: 1, uid: 'ada' },
    { id: 2, account_id: 20, user_id: 2, uid: 'ben' },
    { id: 4, account_id: 10, user_id: 1, uid: 'ada-git' },
    { id: 5, account_id: 20, user_id: 1, uid: 'ada' },
    { id: 6, account_id: 20, user_id: 1, uid: 'ada-git' },
  ]);
});

it('the release before connects a login in each account of a person, also when it is connected in one already', async () => {
  await insert(`connected_accounts (account_id, user_id, provider, uid) VALUES (20, 1, 'jira', 'ada-jira')`);
  const connect = () =>
    insert(`connected_accounts (user_id, provider, uid) VALUES (1, 'jira', 'ada-jira') ON CONFLICT DO NOTHING`);
  await connect();
  await connect();
  const { rows } = await client.query(
    `SELECT account_id FROM connected_accounts WHERE uid = 'ada-jira' ORDER BY account_id`,
  );
  expect(rows).toEqual([{ account_id: 10 }, { account_id: 20 }]);
});

it('the logins of a person in an account end with their membership, and those elsewhere stay', async () => {
  await client.query('DELETE FROM account_memberships WHERE user_id = 1 AND account_id = 10');
  const { rows } = await client.query('SELECT DISTINCT account_id FROM connected_accounts WHERE user_id = 1');
  expect(rows).toEqual([{ account_id: 20 }]);
});
