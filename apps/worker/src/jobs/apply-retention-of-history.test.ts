import { expect, it } from '@jest/globals';
import { openProcessDatabase, RETENTION_KINDS } from '@slipway/db';
import { type Clock, type HistoryRetention, systemClock } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { job } from './apply-retention.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const metrics = createMetrics();
const workerMetrics = createWorkerMetrics(metrics);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

function run(history: HistoryRetention, clock: Clock = systemClock) {
  return job.run({}, {
    database,
    metrics: workerMetrics,
    clock,
    logger: context.logger,
    retentionDays: 30,
    history,
    signal: new AbortController().signal,
    closing: new AbortController().signal,
  } as unknown as JobContext);
}

/** A clock by which a run of one minute ends after a few statements. */
function busyClock(): Clock {
  let time = Date.now();
  return {
    now() {
      time += 60_000 / (RETENTION_KINDS.length + 5);
      return time;
    },
  };
}

async function oldBuilds(count: number): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, finished_at, created_at, updated_at)
    SELECT ${accountId}::int, ${project.id}::int, 1, 'win', 'win', gen_random_uuid()::text, 'cancelled', at, 'unreal', at,
      at, at FROM generate_series(1, ${count}::int), LATERAL (SELECT ${daysAgo(100)}::timestamptz) t (at)`;
}

const deletedBuilds = async () => {
  const { values } = await workerMetrics.retentionDeleted.get();
  return values.find(({ labels }) => labels.table === 'build_runs')?.value ?? 0;
};

it('keeps everything by default', async () => {
  await oldBuilds(10);
  await run({});
  expect(await prisma.buildRun.count()).toBe(10);
  expect(await prisma.retentionSweep.count()).toBe(0);
});

it('spreads a large deletion over several runs, on several workers, and reports its progress', async () => {
  await oldBuilds(8_000);
  const history = { build_runs: 90, build_logs: 90, changes: 90, deployments: 90 };
  const left = [await prisma.buildRun.count()];
  const outcomes: unknown[] = [];
  do {
    outcomes.push(...(await Promise.all([run(history, busyClock()), run(history, busyClock())])));
    left.push(await prisma.buildRun.count());
  } while (left.at(-1) !== 0 && left.length < 50);
  expect(outcomes).toContain('unfinished');
  expect(left).toEqual([...new Set(left)].toSorted((a, b) => b - a));
  expect(left.length).toBeGreaterThan(2);
  await run(history);
  expect(await deletedBuilds()).toBe(8_010);
  const sweeps = await prisma.retentionSweep.findMany({ orderBy: { name: 'asc' } });
  expect(sweeps.map(({ name, deleted }) => [name, Number(deleted)])).toEqual([
    ['build_logs', 0],
    ['build_runs', 8_010],
    ['changes', 0],
    ['deployments', 0],
  ]);
  expect(sweeps.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  const finished = context.logLines.filter((line) => line.includes('retention sweep finished'));
  expect(finished.filter((line) => line.includes('"build_runs"'))).toHaveLength(1);
});

it('lets reports of any age in again once the settings are removed', async () => {
  await run({ changes: 90 });
  expect((await prisma.retentionSweep.findMany()).map(({ name }) => name)).toEqual(['changes']);
});
