import { beforeAll, expect, it } from '@jest/globals';
import type { HistoryTable } from '@slipway/domain';
import { explainIn, type PlanFacts } from '@slipway/testing';
import type { Queryable } from '../sql.js';
import { sweepHistory } from '../stores/retention/history-sweeps.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;
const BATCH = 100;
/** What may be read for each row of a batch: its names, and successors until one of the same branch. */
const PER_ROW = 40;

const { database, run, explain, make, accountId } = await planStudio();
const projects: number[] = [];
for (let count = 0; count < 16; count += 1) projects.push((await make.project(accountId)).id);

const at = `now() - interval '100 days' + n * interval '10 seconds'`;
const hash = `md5(n::text) || left(md5(n::text), 8)`;
const from = `FROM generate_series(1, ${ROWS}) n, LATERAL (SELECT ($2::int[])[n % 16 + 1] AS project) p`;

/**
 * Each project has an integration and a separate job, with few branches. PostgreSQL does not know that they go together,
 * and expects a handful of successors where there are more than a thousand. Builds name every second change.
 */
beforeAll(async () => {
  const scope = [accountId, projects];
  await run(
    `WITH built AS (
       INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
         build_type, commit_hash, branch, finished_at, has_log, created_at, updated_at)
       SELECT $1, project, project, 'Job-' || project, 'Job', n::text, (CASE n % 9 WHEN 0 THEN 'failed' ELSE 'completed' END)::build_status,
         ${at}, 'unreal', CASE n % 2 WHEN 0 THEN ${hash} ELSE '' END, 'branch-' || n % 7, ${at}, true, ${at}, ${at} ${from} RETURNING id, finished_at)
     INSERT INTO build_logs (build_run_id, content, received_at) SELECT id, 'output', finished_at FROM built`,
    scope,
  );
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, timestamp,
       created_at, updated_at)
     SELECT $1, project, project, ${hash}, 'c', 'GitCommit', ${at}, ${at}, ${at} ${from}`,
    scope,
  );
  await run(
    `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, branch,
       build_number, created_at, updated_at)
     SELECT gen_random_uuid(), $1, project, project, 'steam', 'live', ${at}, 'branch-' || n % 7, n::text, ${at}, ${at} ${from}`,
    scope,
  );
  await run(
    `WITH asset AS (
       INSERT INTO assets (id, account_id, project_id, name, path, asset_type) SELECT gen_random_uuid(), $1, ($2::int[])[1], '', '', 'model' RETURNING id)
     INSERT INTO asset_events (account_id, project_id, integration_id, provider, asset_id, kind, source, change_id, version,
       occurred_at)
     SELECT $1, project, 1, 'jenkins', id, 'updated', n::text, n, 1, now() ${from}, asset`,
    scope,
  );
  await run('VACUUM ANALYZE');
}, 120_000);

/** Sweeps one batch, and returns how each of its statements was run. Keeps the rows for the other tests. */
async function explainSweep(table: HistoryTable) {
  const plans: PlanFacts[] = [];
  const transaction = <T>(work: (tx: Queryable) => Promise<T>) =>
    database.transaction(async (tx) => {
      await tx.query({ text: 'SAVEPOINT swept' });
      const result = await work({
        async query(config) {
          if (!config.text.startsWith('SET')) plans.push(await explainIn(tx, config));
          return tx.query(config);
        },
      });
      await tx.query({ text: 'ROLLBACK TO swept' });
      return result;
    });
  const { deleted } = await sweepHistory({ pool: database.pool, transaction }, { table, days: 90, limit: BATCH });
  return { deleted, plans };
}

const FILLED = ['build_runs', 'build_logs', 'changes', 'deployments'] as const;

it.each(FILLED)(
  'a sweep of %s reads a few rows for each of a batch, however large the table is',
  async (table) => {
    const { deleted, plans } = await explainSweep(table);
    expect(deleted).toBe(table === 'changes' ? BATCH / 2 : BATCH);
    for (const { readRows, sortedRows, scannedTables } of plans) {
      expect(scannedTables.filter((name) => (FILLED as readonly string[]).includes(name))).toEqual([]);
      expect(readRows).toBeLessThanOrEqual(BATCH * PER_ROW);
      expect(sortedRows).toBeLessThanOrEqual(BATCH * PER_ROW);
    }
  },
);

it('the asset events of a change are found by their index', async () => {
  const [plan] = await explain(() => database.prisma.assetEvent.findMany({ where: { changeId: 7 } }));
  expect(plan?.indexes).toEqual(['asset_events_change_idx']);
  expect(plan?.readRows).toBe(1);
});
