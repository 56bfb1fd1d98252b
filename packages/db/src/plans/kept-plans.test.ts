import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { factories, testDatabase } from '@slipway/testing';
import { type ApiReads, apiReads } from '../api-reads.js';
import { openDatabase } from '../database.js';

const ROWS = 20_000;
const OTHER_PROJECTS = 6;
/** Without texts, a page of rows is so cheap to read that no plan looks better than another. */
const TEXT = "repeat('text ', 100)";

const { url } = await testDatabase();
// All statements must run on the connection whose prepared statements are counted.
const database = openDatabase({ url, name: 'test', poolSize: 1, statementTimeoutMs: 60_000 });
const reads = apiReads(database);
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);

const columns = 'account_id, project_id, created_at, updated_at';
const values = (projectId: number) => `${accountId}, ${projectId}, now() - n * interval '1 s', now()`;
const inserts: Readonly<Record<string, (projectId: number) => string>> = {
  tasks: (id) => `INSERT INTO tasks (${columns}, title, description) SELECT ${values(id)}, 'Task', ${TEXT}`,
  changes: (
    id,
  ) => `INSERT INTO changes (${columns}, integration_id, identifier, display_identifier, source_type, timestamp,
      description)
    SELECT ${values(id)}, ${id}, n::text, 'CL', 'Changelist', now() - n * interval '1 s', ${TEXT}`,
  build_runs: (id) => `INSERT INTO build_runs (${columns}, integration_id, job_key, job_name, build_number, status,
      status_at, build_type)
    SELECT ${values(id)}, ${id}, 'job', 'job', n::text, 'completed', now(), 'unreal'`,
};

beforeAll(async () => {
  const projects = [{ id: project.id, rows: ROWS }];
  for (let other = 0; other < OTHER_PROJECTS; other += 1)
    projects.push({ id: (await make.project(accountId)).id, rows: 1 });
  for (const { id, rows } of projects)
    for (const insert of Object.values(inserts))
      await database.pool.query({ text: `${insert(id)} FROM generate_series(1, ${rows}) AS n` });
  await database.pool.query({ text: 'VACUUM ANALYZE tasks, changes, build_runs' });
}, 60_000);

afterAll(() => database.close());

// A page as the API describes it, which knows more than the statement needs.
const page = { limit: 50, count: 51, after: null, end: () => undefined };
const lists: readonly (readonly [name: string, read: (from: ApiReads) => Promise<unknown>])[] = [
  ['list builds', (from) => from.listBuilds(project.id, {}, page)],
  ['list changes', (from) => from.listChanges(project.id, {}, page)],
  ['list tasks', (from) => from.listTasks(project.id, {}, page)],
];

type Statement = Parameters<typeof database.pool.query>[0];

/** The first statement that `work` runs. */
async function firstStatementOf(work: () => Promise<unknown>): Promise<Statement> {
  const statements: Statement[] = [];
  const { query } = database.pool;
  Object.assign(database.pool, {
    query(statement: Statement) {
      statements.push(statement);
      return query.call(database.pool, statement);
    },
  });
  await work();
  Object.assign(database.pool, { query });
  return statements[0]!;
}

it.each(lists)('%s: the plan is kept in a project that has nearly all rows', async (list, read) => {
  const name = `kept ${list}`;
  const statement = await firstStatementOf(() => read(reads));
  expect(statement.name).toBeDefined();
  // PostgreSQL decides after five executions.
  for (let execution = 0; execution < 7; execution += 1) await database.pool.query({ ...statement, name });
  const { rows } = await database.pool.query({
    text: 'SELECT generic_plans::int AS kept FROM pg_prepared_statements WHERE name = $1',
    values: [name],
  });
  expect(rows).toEqual([{ kept: 2 }]);
});
