import { beforeAll, expect, it } from '@jest/globals';
import { explainedDatabase, factories, testDatabase } from '@slipway/testing';
import { apiReads } from '../api-reads.js';

const { url } = await testDatabase();
const { database, run, explain } = explainedDatabase(url);
const reads = apiReads(database);
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);

beforeAll(async () => {
  await run(
    `INSERT INTO projects (account_id, name) SELECT ${accountId}, 'P' || n FROM generate_series(1, 5000) AS n`,
  );
  await run(`INSERT INTO api_tokens (user_id, name, prefix, token_hash, scopes, project_ids)
    SELECT ${userId}, 't', 'aaaaaaaa', lpad(n::text, 64, '0'), '{}',
      CASE WHEN n % 2 = 0 THEN ARRAY[${project.id}] ELSE '{}' END FROM generate_series(1, 5000) AS n`);
  await run('VACUUM ANALYZE');
});

it.each([
  ['an unrestricted token', 1],
  ['a token that is restricted to projects', 2],
])('%s is found with its project by one statement that reads one row of each table', async (_, n) => {
  const hash = String(n).padStart(64, '0');
  const [plan, ...more] = await explain(() => reads.findApiToken(hash, project.id));
  expect(more).toEqual([]);
  // The other tables are too small here for an index.
  expect(plan!.indexes).toEqual(expect.arrayContaining(['api_tokens_token_hash_key', 'projects_pkey']));
  expect(plan!.readRows).toBe(1);
});
