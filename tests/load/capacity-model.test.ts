import { describe, expect, it } from '@jest/globals';
import {
  ASSUMPTIONS,
  COSTS,
  type Costs,
  costsIn,
  diskName,
  LIMITS,
  planFor,
  wallsOf,
} from '../../infra/capacity-model.mjs';

const costs: Costs = {
  ingestCpu: 100,
  workerCpu: 300,
  redisCpu: 40,
  postgresCpu: 500,
  apiCpuPerRead: 1_000,
  postgresCpuPerRead: 200,
  walBytes: 2_000,
  redisBytes: 1_000,
  ingestMemory: 100,
  workerMemory: 250,
  apiMemory: 200,
  disk: { deliveries: 600, build_runs: 300, assets: 100 },
};
const assumptions = {
  ...ASSUMPTIONS,
  utilization: 0.5,
  readsPerEvent: 0.5,
  queueMinutes: 10,
  postgresGbPerCore: 4,
  deliveryMonths: 1,
  rowMonths: 12,
};
const prices = { corePerMonth: 20, memoryGbPerMonth: 2, diskGbPerMonth: 0.1 };

describe('planFor', () => {
  const plan = planFor(10_000, costs, { assumptions, prices });

  it('gives each tier the cores that its processor time fills to the utilization', () => {
    // 10,000 events a second at 100 µs keep one core busy; half busy, they need two. 5,000 reads a second come on top.
    expect(plan.cores).toEqual({ ingest: 2, worker: 6, api: 10, redis: 1, postgres: 12 });
    expect(plan.totals.cores).toBe(31);
  });

  it('adds the memory of one process per core, the queue, and that of PostgreSQL', () => {
    expect(plan.memoryGb).toEqual({ ingest: 0.2, worker: 1.5, api: 2, redis: 6, postgres: 48 });
    expect(plan.totals.memoryGb).toBeCloseTo(57.7);
  });

  it('adds up the rows of a month, those held after a year, and the WAL of a second', () => {
    // A month at 10,000 events a second is 25.92 billion events of 1,000 bytes.
    expect(plan.diskGbPerMonth).toBeCloseTo(25_920);
    // The delivery log is held for a month, and everything else for twelve.
    expect(plan.diskGb).toBeCloseTo(25.92 * (600 + 12 * 400));
    expect(plan.walMbPerSecond).toBeCloseTo(20);
  });

  it('holds history for as long as the settings say, and what no setting lets expire for all months', () => {
    const held = (months: number, rowMonths: number) =>
      planFor(10_000, costs, { assumptions: { ...assumptions, months, rowMonths }, prices }).diskGb;
    expect(held(12, 3)).toBeCloseTo(25.92 * (600 + 3 * 300 + 12 * 100));
    expect(held(2, 3)).toBeCloseTo(25.92 * (600 + 2 * 300 + 2 * 100));
  });

  it('multiplies by the prices', () => {
    const { cores, memory, disk } = plan.moneyPerMonth;
    expect([cores, memory, disk].map(Math.round)).toEqual([620, 115, 13_997]);
  });

  it('gives every tier a core, however low the rate', () => {
    expect(planFor(1, costs, { assumptions, prices }).cores).toEqual({
      ingest: 1,
      worker: 1,
      api: 1,
      redis: 1,
      postgres: 1,
    });
  });

  it('grows in proportion to the rate', () => {
    const larger = planFor(100_000, costs, { assumptions, prices });
    expect(larger.diskGbPerMonth / plan.diskGbPerMonth).toBeCloseTo(10);
    expect(larger.walMbPerSecond / plan.walMbPerSecond).toBeCloseTo(10);
    expect(larger.cores.worker).toBe(60);
  });
});

describe('wallsOf', () => {
  it('names the rate of each limit, the lowest first', () => {
    const limits = { ...LIMITS, redisCores: 1, postgresCores: 48, walMbPerSecond: 100, postgresDiskTb: 26 };
    const walls = wallsOf(costs, { assumptions, limits }).map(({ limit, eventsPerSecond }) => [
      limit,
      Math.round(eventsPerSecond),
    ]);
    expect(walls).toEqual([
      ['postgresDiskTb', 1_858],
      ['retentionEventsPerSecond', 6_400],
      ['redisCores', 12_500],
      ['postgresCores', 40_000],
      ['walMbPerSecond', 50_000],
    ]);
  });

  it('a plan at the rate of a wall needs exactly what the limit allows', () => {
    const [wall] = wallsOf(costs, { assumptions }).filter(({ limit }) => limit === 'postgresCores');
    const { cores } = planFor(wall?.eventsPerSecond ?? 0, costs, { assumptions, prices });
    expect(cores.postgres).toBe(LIMITS.postgresCores);
  });
});

describe('costsIn', () => {
  const figures = [
    ...COSTS.map(({ key, name }) => ({ name, samples: { now: [costs[key] - 1, costs[key] + 1] } })),
    { name: diskName('deliveries'), samples: { now: [600] } },
    { name: diskName('build_runs'), samples: { now: [200, 300, 900] } },
    { name: diskName('assets'), samples: { now: [100] } },
    { name: 'something else', samples: { now: [] } },
  ];

  it('takes the median of each cost', () => {
    expect(costsIn({ figures })).toEqual(costs);
  });

  it('is null for results of other benchmarks', () => {
    expect(costsIn({ figures: figures.slice(1) })).toBeNull();
  });
});
