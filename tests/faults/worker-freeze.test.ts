import { expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { readBacklog } from '@slipway/queue';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { mixedDeliveries, mixedProjects } from './mixed/deliveries.js';
import { openPublisher } from './publisher.js';
import { workerProcesses } from './worker-process.js';

const DELIVERIES = 1_200;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { publisher, redis } = openPublisher({ settings, onClose });

const logged = () => database.prisma.delivery.count();
const activeEnvelopes = async () => (await readBacklog(redis)).reduce((sum, { active }) => sum + active, 0);

const queuesAreEmpty = () =>
  eventually(
    'the queues are empty',
    async () => {
      const backlog = await readBacklog(redis);
      return backlog.every(({ waiting, active, delayed }) => waiting + active + delayed === 0) ? true : undefined;
    },
    120_000,
  );

/** Freezes a worker at a moment when it holds envelopes. */
async function freezeBusyWorker(): Promise<Awaited<ReturnType<typeof workers.start>>> {
  const worker = await workers.start();
  await eventually('some are applied', async () => ((await logged()) > 0 ? true : undefined), 60_000);
  worker.freeze();
  expect(await activeEnvelopes()).toBeGreaterThan(0);
  return worker;
}

async function expectEachOnce(deliveries: readonly Delivery[]): Promise<void> {
  const rows = await database.prisma.delivery.findMany({ select: { id: true } });
  expect(rows.map(({ id }) => id).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  expect(await database.prisma.deadLetter.count()).toBe(0);
}

it('another worker applies the envelopes of a frozen one, which cannot apply them again when it resumes', async () => {
  const projects = await mixedProjects(factories(database), 8);
  const deliveries = mixedDeliveries(projects, DELIVERIES);
  await Promise.all(deliveries.map((delivery) => publisher.publish(delivery)));
  const frozen = await freezeBusyWorker();
  const other = await workers.start();
  await queuesAreEmpty();
  await expectEachOnce(deliveries);
  frozen.thaw();
  expect(await frozen.end()).toBe(0);
  expect(await other.end()).toBe(0);
  await expectEachOnce(deliveries);
}, 300_000);
