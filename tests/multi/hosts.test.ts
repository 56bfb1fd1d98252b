import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import type { RedisServer } from '@slipway/local';
import { eventually } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';
import { startHosts } from './hosts.js';
import { startLoad } from './load.js';
import { newSender } from './new-sender.js';
import { rollRelease } from './roll-release.js';

const { stack } = await startHosts();
const { cluster, databases, pgBouncer } = stack;
const load = await startLoad(stack, await newSender(stack));
afterAll(load.close);

const isMaster = async (server: RedisServer) => ((await server.info('role')) === 'master' ? true : undefined);
const [first, second] = cluster.pairs;
if (first?.replica === undefined || second?.replica === undefined) throw new Error('there are no replicas');
const [failing, kept] = [first.replica, second.replica];

it('all tiers work together', async () => {
  const counts = await load.during('nothing', () => delay(1_000));
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  await load.expectAppliedOnce();
});

it.each(['ingest', 'worker', 'api'] as const)('losing one of two %s processes loses nothing', async (tier) => {
  const counts = await load.during(`one of two ${tier} processes`, async () => {
    const [host] = stack.tier(tier);
    host.kill();
    await delay(1_000);
    await host.ready();
  });
  // nginx asks the other process, except for a webhook that the killed one had already received.
  expect(counts.failedReads).toBe(0);
  if (tier !== 'ingest') expect(counts.repeated).toBe(0);
  await load.expectAppliedOnce();
});

const losses: Record<string, () => Promise<void>> = {
  async 'a master of the Redis Cluster'() {
    await first.master.kill();
    await eventually('the replica takes over', () => isMaster(failing));
    await first.master.start();
    await cluster.settled();
  },
  async 'a replica of the Redis Cluster'() {
    await kept.kill();
    await delay(500);
    await kept.start();
    await cluster.settled();
  },
  async 'the replica of PostgreSQL'() {
    await databases.replica.kill();
    await delay(500);
    await databases.replica.start();
  },
};

it('no request fails while all processes are replaced in release order', async () => {
  const counts = await load.during('every process, one by one', () => rollRelease(stack, checkout));
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  await load.expectAppliedOnce();
});

it.each(Object.entries(losses))('the loss of %s goes unnoticed', async (what, lose) => {
  expect(await load.during(what, lose)).toMatchObject({ repeated: 0, failedReads: 0 });
  await load.expectAppliedOnce();
});

it('losing pgBouncer loses nothing', async () => {
  await load.during('pgBouncer', () => pgBouncer.kill().then(pgBouncer.start));
  await load.expectAppliedOnce();
});

it('losing the PostgreSQL primary loses nothing', async () => {
  const counts = await load.during('the primary of PostgreSQL', async () => {
    await databases.primary.kill();
    await delay(2_000);
    await databases.primary.start();
  });
  // Reads need the primary to check access. Webhooks do not.
  expect(counts.repeated).toBe(0);
  await load.expectAppliedOnce();
});
