import { expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import { readBacklog } from '@slipway/queue';
import {
  dumpProject,
  eventually,
  factories,
  openTestDatabase,
  runs,
  testDatabase,
  testProcess,
} from '@slipway/testing';
import fc from 'fast-check';
import { applyUndisturbed, mixedDeliveries, mixedProjects } from './mixed/deliveries.js';
import { openPublisher } from './publisher.js';
import { workerProcesses } from './worker-process.js';

const DELIVERIES = 1_800;
const KILLS = 3;
const PROJECTS = 11;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const [disturbed, undisturbed] = [open(settings.DATABASE_URL), open((await testDatabase()).url)];
const { publisher, redis } = openPublisher({ settings, onClose });

function open(url: string): Database {
  const database = openTestDatabase(url);
  onClose('test database', () => database.close());
  return database;
}

const count = () => disturbed.prisma.delivery.count();

/** Deliveries are published in groups of this size, so that they travel in many envelopes. */
const TOGETHER = 50;

async function publish(deliveries: readonly Delivery[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += TOGETHER) {
    const some = deliveries.slice(start, start + TOGETHER);
    await Promise.all(some.map((delivery) => publisher.publish(delivery)));
  }
}

/**
 * Publishes deliveries while a worker applies them, and kills the worker. Half of the deliveries are queued before it
 * starts, so that it is busy. Returns how many envelopes it left active.
 */
async function killWhileApplying(deliveries: readonly Delivery[], appliedBefore: number): Promise<number> {
  const before = await count();
  const half = deliveries.length / 2;
  await publish(deliveries.slice(0, half));
  const worker = await workers.start();
  const publishing = publish(deliveries.slice(half));
  await eventually(
    'some are applied',
    async () => ((await count()) >= before + appliedBefore ? true : undefined),
    60_000,
  );
  await worker.kill();
  const left = (await readBacklog(redis)).reduce((sum, { active }) => sum + active, 0);
  await publishing;
  return left;
}

/** Splits the deliveries evenly over the kills. */
function rounds(deliveries: readonly Delivery[]): Delivery[][] {
  const size = Math.ceil(deliveries.length / KILLS);
  return Array.from({ length: KILLS }, (_, round) => deliveries.slice(round * size, (round + 1) * size));
}

async function expectOnce(deliveries: readonly Delivery[]): Promise<void> {
  const logged = await disturbed.prisma.delivery.findMany({
    select: { id: true, dedupeKey: true, outcome: true },
  });
  expect(logged.map(({ id }) => id).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  const ignored = new Set(deliveries.filter(({ event }) => event === 'ping').map(({ key }) => key));
  const first = logged.filter(({ outcome }) => outcome !== 'duplicate');
  expect(first.map(({ dedupeKey }) => dedupeKey).toSorted()).toEqual(
    [...new Set(deliveries.map(({ key }) => key))].toSorted(),
  );
  expect(
    first.filter(({ dedupeKey, outcome }) => outcome !== (ignored.has(dedupeKey) ? 'ignored' : 'applied')),
  ).toEqual([]);
}

/** The percentage of its deliveries that each worker applies before it is killed. */
const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: 40 })), runs(KILLS));

it('kill -9 of the worker at random moments neither loses nor repeats a delivery', async () => {
  const projects = await mixedProjects(factories(disturbed), PROJECTS);
  expect(await mixedProjects(factories(undisturbed), PROJECTS)).toEqual(projects);
  const deliveries = mixedDeliveries(projects, DELIVERIES);

  const left: number[] = [];
  for (const [round, some] of rounds(deliveries).entries())
    left.push(await killWhileApplying(some, ((moments[round] ?? 0) / 100) * some.length));
  expect(Math.max(...left)).toBeGreaterThan(1);

  const worker = await workers.start();
  await applyUndisturbed(undisturbed, deliveries);
  await eventually(
    'the queues are empty',
    async () => {
      const backlog = await readBacklog(redis);
      expect(backlog.filter(({ failed }) => failed > 0)).toEqual([]);
      return backlog.every(({ waiting, active, delayed }) => waiting + active + delayed === 0) ? true : undefined;
    },
    120_000,
  );
  expect(await worker.end()).toBe(0);
  await expectOnce(deliveries);
  expect(await disturbed.prisma.deadLetter.count()).toBe(0);
  for (const { id } of projects)
    expect(await dumpProject(disturbed.pool, id)).toEqual(await dumpProject(undisturbed.pool, id));
}, 300_000);
