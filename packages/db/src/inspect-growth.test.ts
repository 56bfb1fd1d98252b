import { afterAll, expect, it } from '@jest/globals';
import type { TableGroup } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { inspectGrowth } from './inspect-growth.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);

/**
 * Runs a statement whose connection reports its new rows at once. A report after ANALYZE would count them twice.
 */
async function insert(statement: ReturnType<typeof prisma.$executeRaw>): Promise<void> {
  await prisma.$transaction([prisma.$queryRaw`SELECT pg_stat_force_next_flush()::text`, statement]);
}

async function measure(): Promise<(name: string) => TableGroup> {
  await prisma.$executeRaw`ANALYZE`;
  const { bytes, groups } = await inspectGrowth(database, new Date());
  expect(groups.reduce((sum, group) => sum + group.bytes, 0)).toBe(bytes);
  return (name) => groups.find((group) => group.name === name) as TableGroup;
}

it('the growth of an empty database is unknown', async () => {
  const group = await measure();
  for (const name of ['delivery log', 'build logs', 'builds', 'changes', 'deployments', 'assets and approvals'])
    expect(group(name)).toMatchObject({ bytesPerDay: null, ageDays: null });
});

it('builds grow by the size of the rows that were added in the last week', async () => {
  // 300 builds over 30 days, so ten a day; every second one has a log.
  await insert(prisma.$executeRaw`
    INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, has_log, created_at)
    SELECT ${accountId}::int, ${project.id}::int, 1, 'win', 'win', n::text, 'completed', now(), 'unreal', n % 2 = 0,
      now() - interval '30 days' + n * interval '144 minutes' FROM generate_series(1, 299) AS n`);
  await insert(prisma.$executeRaw`
    INSERT INTO build_logs (build_run_id, content, received_at)
    SELECT id, (SELECT string_agg(md5(n::text || id), '') FROM generate_series(1, 300) n), created_at
    FROM build_runs WHERE has_log`);
  const group = await measure();
  const [builds, logs] = [group('builds'), group('build logs')];
  expect((builds.bytesPerDay ?? 0) / (builds.bytes / 299)).toBeCloseTo(10, 0);
  expect((logs.bytesPerDay ?? 0) / (logs.bytes / 149)).toBeCloseTo(5, 0);
  expect([Math.round(builds.ageDays ?? 0), Math.round(logs.ageDays ?? 0)]).toEqual([30, 30]);
});

it('nothing is forecast from less than a day of data', async () => {
  await make.change(project, { createdAt: new Date(Date.now() - 3_600_000) });
  expect((await measure())('changes')).toMatchObject({ bytesPerDay: null });
});

it('the delivery log grows by what its complete days hold, with their keys', async () => {
  await prisma.$queryRaw`SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - 2, 3)::text`;
  for (const days of [2, 1, 0])
    await prisma.$executeRaw`
      WITH received AS (
        INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
          dedupe_key, outcome, finished_at)
        SELECT gen_random_uuid(), date_trunc('day', now()) - make_interval(days => ${days}::int), 1, 1, 1, 'jenkins', '',
          '', ${days}::int || '-' || n, 'applied', now() FROM generate_series(1, 500) AS n
        RETURNING id, received_at, dedupe_key)
      INSERT INTO delivery_keys (integration_id, key, delivery_id, outcome, received_at)
      SELECT 1, dedupe_key, id, 'applied', received_at FROM received`;
  const { bytes, bytesPerDay, ageDays } = (await measure())('delivery log');
  expect(ageDays).toBe(2);
  const days = bytes / (bytesPerDay ?? 0);
  // Partitions of days ahead are empty but not without size.
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(5);
});
