import { beforeEach, describe, expect, it } from '@jest/globals';
import { explainedDatabase, factories, runs, testDatabase } from '@slipway/testing';
import fc from 'fast-check';
import { apiReads } from '../../api-reads.js';
import { compactRollupCounts } from './rollup-counts.js';

const { url } = await testDatabase();
const { database, run } = explainedDatabase(url);
const reads = apiReads(database);
const make = factories(database);

const HOUR = 3_600_000;
const now = Date.now();
let account: number;
let projects: readonly number[];

beforeEach(async () => {
  const { accountId } = await make.studio();
  account = accountId;
  projects = [(await make.project(accountId)).id, (await make.project(accountId)).id];
});

/** Counts every row of the account. */
async function plainCounts() {
  const recent = (at: string) =>
    `account_id = $1 AND ${at} > $2::timestamptz - interval '24 hours' AND ${at} <= $2`;
  const { rows } = await run(
    `SELECT (SELECT count(*)::int FROM changes WHERE orphaned_at IS NULL AND ${recent('"timestamp"')}) AS "changes24h",
       (SELECT count(*)::int FROM build_runs WHERE status IN ('completed', 'passed_pending_approval')
         AND ${recent('finished_at')}) AS "buildsPassed24h",
       (SELECT count(*)::int FROM build_runs WHERE status = 'failed' AND ${recent('finished_at')}) AS "buildsFailed24h",
       (SELECT count(*)::int FROM tasks WHERE account_id = $1 AND state <> 'completed') AS "openTasks"`,
    [account, new Date(now)],
  );
  return rows[0];
}

async function expectExact() {
  expect(await reads.countRollup(account, now)).toMatchObject(await plainCounts());
}

/** Close to the edges of the day and of the kept periods, somewhere inside, and outside. */
const age = fc.oneof(
  fc.constantFrom(-1, 0, 1, 24 * HOUR - 1, 24 * HOUR, 24 * HOUR + 1, 40 * HOUR),
  fc.integer({ min: -20_000, max: 1_300_000 }),
  fc.integer({ min: 24 * HOUR - 1_300_000, max: 24 * HOUR + 20_000 }),
  fc.integer({ min: 0, max: 26 * HOUR }),
);
const status = fc.constantFrom('building', 'completed', 'passed_pending_approval', 'failed', 'cancelled');
const state = fc.constantFrom('to_do', 'blocked', 'completed');
const project = fc.integer({ min: 0, max: 1 });
const some = fc.integer({ min: 1, max: 4 });

/** A statement, with `$1` the account and `$2` one of its projects. */
const statement = fc.oneof(
  fc.record({ status, age, some }).map(
    (
      row,
    ) => `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status,
        status_at, build_type, finished_at)
      SELECT $1, $2, 1, 'j', 'j', gen_random_uuid(), '${row.status}', now(), 'unreal', ${timeOf(row.age)}
      FROM generate_series(1, ${row.some})`,
  ),
  fc.record({ age, some, orphaned: fc.boolean() }).map(
    (
      row,
    ) => `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
        "timestamp", orphaned_at)
      SELECT $1, $2, 1, gen_random_uuid(), 'c', 'GitCommit', ${timeOf(row.age)}, ${row.orphaned ? 'now()' : 'NULL'}
      FROM generate_series(1, ${row.some})`,
  ),
  fc.record({ state, some }).map(
    (row) => `INSERT INTO tasks (account_id, project_id, title, state)
      SELECT $1, $2, 't', '${row.state}' FROM generate_series(1, ${row.some})`,
  ),
  fc.record({ status, age, some }).map(
    (row) => `UPDATE build_runs SET status = '${row.status}', finished_at = ${timeOf(row.age)}
      WHERE account_id = $1 AND project_id = $2 AND id % 4 < ${row.some}`,
  ),
  fc.constant(`UPDATE build_runs SET branch = 'main' WHERE account_id = $1 AND project_id = $2`),
  fc.record({ age, some }).map(
    (row) => `UPDATE changes SET "timestamp" = ${timeOf(row.age)} WHERE account_id = $1 AND project_id = $2
      AND id % 4 < ${row.some}`,
  ),
  some.map(
    (n) => `UPDATE changes SET orphaned_at = CASE WHEN orphaned_at IS NULL THEN now() END
      WHERE account_id = $1 AND project_id = $2 AND id % 4 < ${n}`,
  ),
  fc
    .record({ state, some })
    .map(
      (row) =>
        `UPDATE tasks SET state = '${row.state}' WHERE account_id = $1 AND project_id = $2 AND id % 4 < ${row.some}`,
    ),
  fc
    .record({ table: fc.constantFrom('build_runs', 'changes', 'tasks'), some })
    .map((row) => `DELETE FROM ${row.table} WHERE account_id = $1 AND project_id = $2 AND id % 8 < ${row.some}`),
);

function timeOf(ms: number): string {
  return `'${new Date(now - ms).toISOString()}'::timestamptz`;
}

describe('the rollup', () => {
  it('equals plain counts after any writes', async () => {
    const step = fc.record({ statement, project, compacts: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const { statement: text, project: place, compacts } of steps) {
          await run(text, [account, projects[place]]);
          if (compacts) await compactRollupCounts(database.pool);
        }
        await expectExact();
      }),
      runs(60),
    );
  });

  it('counts a row that is written and corrected by an upsert', async () => {
    const upsert = (status: string) =>
      run(
        `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
           build_type, finished_at) VALUES ($1, $2, 1, 'j', 'j', '1', '${status}', now(), 'unreal', ${timeOf(HOUR)})
         ON CONFLICT (integration_id, job_key, build_number) DO UPDATE SET status = excluded.status`,
        [account, projects[0]],
      );
    await upsert('failed');
    await expectExact();
    await upsert('completed');
    expect(await reads.countRollup(account, now)).toMatchObject({ buildsPassed24h: 1, buildsFailed24h: 0 });
  });

  it('loses the rows of a deleted project, and no others', async () => {
    for (const id of projects) {
      await make.change({ id, accountId: account }, { timestamp: new Date(now - HOUR) });
      await make.task({ id, accountId: account }, { state: 'to_do' });
    }
    await run('DELETE FROM projects WHERE id = $1', [projects[0]]);
    expect(await reads.countRollup(account, now)).toMatchObject({ changes24h: 1, openTasks: 1 });
  });

  it('does not count what a transaction rolled back, and lets writers of one account run side by side', async () => {
    const insert = 'INSERT INTO tasks (account_id, project_id, title) VALUES ($1, $2, $3)';
    const write = (on: typeof database.pool) => on.query({ text: insert, values: [account, projects[0], 't'] });
    const rolledBack = database.transaction(async (first) => {
      await write(first);
      // Commits while the first transaction holds its count.
      await database.transaction(async (second) => void (await write(second)));
      await compactRollupCounts(database.pool);
      expect(await reads.countRollup(account, now)).toMatchObject({ openTasks: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await reads.countRollup(account, now)).toMatchObject({ openTasks: 1 });
  });

  it('keeps one count per time after connections are added up, and none that has expired', async () => {
    await make.change({ id: projects[0]!, accountId: account }, { timestamp: new Date(now - 30 * HOUR) });
    await run(`UPDATE rollup_counts SET starts_at = starts_at - interval '12 hours' WHERE account_id = $1`, [
      account,
    ]);
    await make.task({ id: projects[0]!, accountId: account }, { state: 'to_do' });
    await compactRollupCounts(database.pool);
    const { rows } = await run('SELECT width, slot, open_tasks FROM rollup_counts WHERE account_id = $1', [
      account,
    ]);
    expect(rows).toEqual([{ width: 0, slot: 0, open_tasks: 1 }]);
  });
});
