import { beforeAll, expect, it } from '@jest/globals';
import type { HistoryTable } from '@slipway/domain';
import { explainIn, type PlanFacts } from '@slipway/testing';
import type { Queryable } from '../sql.js';
import { addLegalHold } from '../stores/legal-holds/legal-holds.js';
import { heldDeliveries } from '../stores/retention/held-deliveries.js';
import { sweepHistory } from '../stores/retention/history-sweeps.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;
const BATCH = 100;
/** What may be read for each row of a batch. */
const PER_ROW = 10;

const { database, run, make, accountId } = await planStudio();
const projects: number[] = [];
for (let count = 0; count < 16; count += 1) projects.push((await make.project(accountId)).id);
const [project = 0, held = 0] = projects;

const at = `now() - interval '100 days' + n * interval '10 seconds'`;
const from = `FROM generate_series(1, ${ROWS}) n, LATERAL (SELECT ($2::int[])[n % 16 + 1] AS project) p`;

beforeAll(async () => {
  const scope = [accountId, projects];
  await run(
    `WITH asset AS (
       INSERT INTO assets (id, account_id, project_id, name, path, asset_type, last_event_at, created_at, updated_at)
       SELECT gen_random_uuid(), $1, project, '', 'Content/' || n || '.png', 'texture', ${at}, ${at}, ${at} ${from}
       RETURNING id, account_id, project_id, path, created_at),
     removal AS (
       INSERT INTO asset_removals (project_id, path, branch, removed_at, created_at)
       SELECT project_id, path, '', created_at + interval '1 s', created_at FROM asset)
     INSERT INTO asset_events (account_id, project_id, integration_id, provider, asset_id, kind, source, version,
       occurred_at, created_at)
     SELECT account_id, project_id, 1, 'perforce', id, 'updated', 's' || v, v, created_at - (3 - v) * interval '1 s', created_at
     FROM asset, generate_series(1, 2) v`,
    scope,
  );
  await run(
    `WITH item AS (
       INSERT INTO external_references (account_id, project_id, integration_id, provider, external_id, key, state,
         provider_time, created_at, updated_at)
       SELECT $1, project, 1, 'jira', n::text, 'HARB-' || n, 'Done', ${at}, ${at}, ${at} ${from} RETURNING id, key, project_id)
     INSERT INTO reference_keys (reference_id, key, project_id) SELECT id, key, project_id FROM item`,
    scope,
  );
  for (const table of ['deliveries', 'held_deliveries'])
    await run(
      `INSERT INTO ${table} (id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key,
         outcome, finished_at)
       SELECT gen_random_uuid(), ${at}, $1, project, 1, 'jenkins', '', '', n::text, 'applied', now() ${from}`,
      scope,
    );
  await addLegalHold(database, { accountId, projectId: held, userId: 1, reason: 'Case' });
  await run('VACUUM ANALYZE');
}, 120_000);

/** Runs one batch, and returns how each of its statements was run. Keeps the rows for the other tests. */
async function explainBatch<T>(batch: (database: Parameters<typeof sweepHistory>[0]) => Promise<T>) {
  const plans: PlanFacts[] = [];
  const explaining = (tx: Queryable): Queryable => ({
    async query(config) {
      if (!config.text.startsWith('SET')) plans.push(await explainIn(tx, config));
      return tx.query(config);
    },
  });
  const transaction = <R>(work: (tx: Queryable) => Promise<R>) =>
    database.transaction(async (tx) => {
      await tx.query({ text: 'SAVEPOINT swept' });
      const result = await work(explaining(tx));
      await tx.query({ text: 'ROLLBACK TO swept' });
      return result;
    });
  return { result: await batch({ pool: database.pool, transaction }), plans, explaining, transaction };
}

const LARGE = [
  'assets',
  'asset_events',
  'asset_removals',
  'external_references',
  'reference_keys',
  'held_deliveries',
];

function expectFew(plans: readonly PlanFacts[], most = BATCH * PER_ROW) {
  for (const { readRows, sortedRows, scannedTables } of plans) {
    expect(scannedTables.filter((name) => LARGE.includes(name))).toEqual([]);
    expect(readRows).toBeLessThanOrEqual(most);
    expect(sortedRows).toBeLessThanOrEqual(most);
  }
}

const TABLES: readonly HistoryTable[] = ['asset_events', 'asset_removals', 'external_references'];

it.each(TABLES)('a sweep of %s reads a few rows for each of a batch', async (table) => {
  const { result, plans } = await explainBatch((on) => sweepHistory(on, { table, days: 90, limit: BATCH }));
  expect(result.deleted).toBeGreaterThan(BATCH / 3);
  expectFew(plans);
});

it.each(TABLES)('a sweep of %s of one project reads no rows of others', async (table) => {
  const { result, plans } = await explainBatch((on) =>
    sweepHistory(on, { table, days: 90, limit: BATCH, projectId: project }),
  );
  expect(result.deleted).toBeGreaterThan(BATCH / 3);
  expectFew(plans);
});

it.each([
  ['moves aside', 0],
  ['deletes after the release of their hold', 1],
])('retention %s a batch of deliveries without reading those of other projects', async (_what, index) => {
  const { plans } = await explainBatch(({ transaction }) =>
    transaction(async (tx) => {
      const logger = { info: () => undefined };
      const run = { database: { pool: tx, transaction }, periods: { days: 30, history: {} }, logger };
      await heldDeliveries[index]?.deleteBatch(run as never, BATCH);
    }),
  );
  expect(plans).toHaveLength(1);
  // At most all rows of the project, which are few enough here to be read at once.
  expectFew(plans, ROWS / projects.length + BATCH * PER_ROW);
});
