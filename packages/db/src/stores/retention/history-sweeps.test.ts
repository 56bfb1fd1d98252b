import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HistoryTable } from '@slipway/domain';
import { buildReport, deploymentReport, eventually, projectApplier } from '@slipway/testing';
import type { Queryable } from '../../sql.js';
import { forgetUnusedSweeps, sweepHistory } from './history-sweeps.js';
import { daysAgo, retentionFixture } from './retention.fixture.js';
import { readRetentionOverdue } from './retention.js';

const { database, prisma, make, project, build, loggedBuild, sweep } = await retentionFixture();
afterAll(() => database.close());

const { id: integrationId } = await make.integration(project, 'jenkins');
const table = 'build_runs';
const step = (limit = 100, days = 90) => sweepHistory(database, { table, days, limit });

beforeEach(async () => {
  await prisma.deployment.deleteMany();
  await prisma.buildRun.deleteMany();
  await prisma.retentionSweep.deleteMany();
});

/** Old builds of one job, and a recent one that supersedes them. */
async function oldBuilds(count: number): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, finished_at, created_at, updated_at)
    SELECT ${project.accountId}::int, ${project.id}::int, 1, 'Harbor-Win64', 'Harbor-Win64', 'old-' || n, 'completed', at,
      'unreal', at, at, at
    FROM generate_series(1, ${count}::int) AS n, LATERAL (SELECT ${daysAgo(100)}::timestamptz + n * '1 s'::interval) t (at)`;
  await build(1);
}

const position = () => prisma.retentionSweep.findUniqueOrThrow({ where: { name: table } });

describe('a sweep', () => {
  it('works in batches, and runs once a day', async () => {
    await oldBuilds(250);
    const steps = [await step(), await step(), await step(), await step()];
    expect(steps.map(({ deleted, done }) => [deleted, done])).toEqual([
      [100, false],
      [100, false],
      [50, true],
      [0, true],
    ]);
    expect(steps.map(({ finished }) => finished?.deleted)).toEqual([undefined, undefined, 250, undefined]);
    await prisma.retentionSweep.updateMany({ data: { before: daysAgo(91.5) } });
    await oldBuilds(5);
    expect(await step()).toMatchObject({ deleted: 5, done: true });
    expect(await prisma.buildRun.count()).toBe(2);
  });

  it('ends at the rows that are younger, without reading all of them', async () => {
    await oldBuilds(3);
    for (let count = 0; count < 5; count += 1) await build(1);
    await step(4);
    expect(await step(4)).toMatchObject({ deleted: 0, done: true });
    const { id } = await prisma.buildRun.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect((await position()).lastId).toBe(id - 1n);
  });

  it('deletes everything once when several workers sweep at the same time', async () => {
    await oldBuilds(600);
    const sweepAll = async () => {
      let deleted = 0;
      for (let idle = 0; idle < 3; ) {
        const { deleted: now, done } = await step(50);
        deleted += now;
        idle = done ? idle + 1 : 0;
      }
      return deleted;
    };
    const deleted = await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(600);
    expect(Number((await position()).deleted)).toBe(600);
    expect(await prisma.buildRun.count()).toBe(1);
  });

  it('is left to the worker that is at it', async () => {
    await oldBuilds(10);
    await step(1);
    await database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT FROM retention_sweeps FOR UPDATE' });
      expect(await step()).toEqual({ deleted: 0, done: true });
    });
    expect(await step()).toMatchObject({ deleted: 9, done: true });
  });

  it('continues where it stopped when a worker dies in the middle of a batch', async () => {
    await oldBuilds(30);
    await step(10);
    const before = await position();
    await prisma.$executeRaw`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`;
    await prisma.$executeRaw`CREATE TRIGGER die BEFORE DELETE ON build_runs FOR EACH ROW
      WHEN (OLD.build_number = 'old-15') EXECUTE FUNCTION die()`;
    await expect(step(10)).rejects.toThrow();
    expect([await position(), await prisma.buildRun.count()]).toEqual([before, 21]);
    await prisma.$executeRaw`DROP TRIGGER die ON build_runs`;
    await prisma.$executeRaw`DROP FUNCTION die()`;
    expect([(await step(10)).deleted, (await step(10)).deleted]).toEqual([10, 10]);
    expect(await prisma.buildRun.count()).toBe(1);
  });

  it('never deletes more than the current setting allows, even if it began with a shorter one', async () => {
    await oldBuilds(20);
    await step(5);
    expect((await step(5, 365)).deleted).toBe(0);
    expect(await prisma.buildRun.count()).toBe(16);
  });

  it('is forgotten when the setting is removed', async () => {
    await step();
    await forgetUnusedSweeps(database.pool, { build_runs: 90 });
    expect(await prisma.retentionSweep.count()).toBe(1);
    await forgetUnusedSweeps(database.pool, { changes: 90 });
    expect(await prisma.retentionSweep.count()).toBe(0);
  });

  it('that is late is reported as overdue', async () => {
    const overdue = async (history: Partial<Record<HistoryTable, number>>) => {
      const rows = await readRetentionOverdue(database.pool, { days: 30, history });
      const found = rows.find((row) => row.table === table);
      return found && Math.floor(found.seconds / 86_400);
    };
    expect([await overdue({}), await overdue({ build_runs: 90 })]).toEqual([undefined, 0]);
    await sweep(table);
    expect(await overdue({ build_runs: 90 })).toBe(0);
    const { before } = await position();
    await prisma.retentionSweep.updateMany({ data: { before: new Date(before.getTime() - 3 * 86_400_000) } });
    expect(await overdue({ build_runs: 90 })).toBe(2);
    await prisma.retentionSweep.updateMany({ data: { finishedAt: null } });
    expect(await overdue({ build_runs: 90 })).toBe(3);
  });
});

describe('while a batch is being deleted', () => {
  const applier = projectApplier(database, { ...project, integrationId, provider: 'jenkins' });
  let keys = 0;
  const apply = (operation: Parameters<typeof applier.apply>[0][number]['operations'][number]) => {
    keys += 1;
    return applier.apply([{ key: `during-${keys}`, operations: [operation], receivedAt: Date.now() }]);
  };

  /** Runs `work` while a sweep waits for a row that another transaction holds. */
  async function duringSweep(work: (tx: Queryable) => Promise<void>) {
    const held = await loggedBuild(100, { buildNumber: 'held' });
    await build(100, { buildNumber: '7' });
    await build(1);
    return database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT FROM build_logs FOR UPDATE' });
      const sweeping = step();
      await eventually('the sweep waits', async () => {
        const { rows } = await database.pool.query({
          text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        });
        return rows.length > 0 || undefined;
      });
      await work(tx);
      return { held, sweeping };
    });
  }

  const now = () => ({ reportedAt: Date.now() });

  it('other deliveries of the project are applied', async () => {
    const { sweeping } = await duringSweep(async () => {
      await apply(buildReport({ ...now(), buildNumber: '8' }));
      expect(await prisma.buildRun.count({ where: { buildNumber: '8' } })).toBe(1);
    });
    expect((await sweeping).deleted).toBe(2);
  });

  it('a deployment is not linked to a build that is deleted', async () => {
    let deploying: Promise<unknown> | undefined;
    const { sweeping } = await duringSweep(async () => {
      deploying = apply(deploymentReport({ at: Date.now() }));
    });
    await Promise.all([sweeping, deploying]);
    expect((await prisma.deployment.findFirstOrThrow()).buildRunId).toBeNull();
  });

  it('a build that a report is changing is left for the next day', async () => {
    const changing = await build(100);
    await build(1);
    await database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT FROM build_runs WHERE id = $1 FOR NO KEY UPDATE', values: [changing] });
      expect(await step()).toMatchObject({ deleted: 0, done: true });
    });
    expect(await sweep(table)).toBe(1);
  });
});

it.each(['build_runs', 'build_logs', 'changes', 'deployments'] as const)(
  'a sweep of %s looks rows up in indexes',
  async (name) => {
    await loggedBuild(100);
    await build(1);
    await make.change(project, { createdAt: daysAgo(100), updatedAt: daysAgo(100), timestamp: daysAgo(100) });
    for (const days of [120, 100])
      await make.deployment(project, {
        createdAt: daysAgo(days),
        updatedAt: daysAgo(days),
        statusAt: daysAgo(days),
      });
    const plans: string[] = [];
    const explained = {
      pool: database.pool,
      transaction: <T>(work: (tx: Queryable) => Promise<T>) =>
        database.transaction(async (tx) => {
          // Test tables are so small that a sequential scan would be cheaper.
          await tx.query({ text: 'SET LOCAL enable_seqscan = off' });
          return work({
            async query(config) {
              if (config.text.startsWith('SET')) return tx.query(config);
              const { rows } = await tx.query({ text: `EXPLAIN ${config.text}`, values: config.values ?? [] });
              plans.push(...rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']));
              return tx.query(config);
            },
          });
        }),
    };
    expect((await sweepHistory(explained, { table: name, days: 90, limit: 10 })).deleted).toBeGreaterThan(0);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (build|change|deploy|task|approv|invest)/);
  },
);
