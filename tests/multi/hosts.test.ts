import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import type { RedisServer } from '@slipway/local';
import { eventually, openTestDatabase } from '@slipway/testing';
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

const UNNOTICED = { repeated: 0, failedReads: 0, failedPages: 0, failures: new Set() };

it('all tiers work together', async () => {
  const counts = await load.during('nothing', () => delay(1_000));
  expect(counts).toMatchObject(UNNOTICED);
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
  expect(counts).toMatchObject({ failedReads: 0, failedPages: 0 });
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
  expect(counts).toMatchObject(UNNOTICED);
  await load.expectAppliedOnce();
});

it.each(Object.entries(losses))('the loss of %s goes unnoticed', async (what, lose) => {
  expect(await load.during(what, lose)).toMatchObject(UNNOTICED);
  await load.expectAppliedOnce();
});

it('losing pgBouncer loses nothing, and reads use the direct address', async () => {
  const counts = await load.during('pgBouncer', async () => {
    await pgBouncer.kill();
    await delay(2_000);
    await pgBouncer.start();
  });
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  await load.expectAppliedOnce();
});

it('losing the PostgreSQL primary loses nothing, and reads use the replica', async () => {
  const counts = await load.during('the primary of PostgreSQL', async () => {
    await databases.primary.kill();
    await delay(2_000);
    await databases.primary.start();
  });
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  expect(counts.staleReads).toBeGreaterThan(0);
  await load.expectAppliedOnce();
});

it('promoting a synchronous replica loses nothing', async () => {
  const [primary, replica] = [databases.primary, databases.replica].map(({ url }) => openTestDatabase(url));
  await primary!.prisma.$executeRaw`ALTER SYSTEM SET synchronous_standby_names = '*'`;
  await primary!.prisma.$queryRaw`SELECT pg_reload_conf()`;
  await eventually('the replica is synchronous', async () => {
    const [state] = await primary!.prisma.$queryRaw<{ sync_state: string }[]>`
      SELECT sync_state FROM pg_stat_replication`;
    return state?.sync_state === 'sync' || undefined;
  });
  await primary!.close();
  const counts = await load.during('the primary, by promoting its replica', async () => {
    await databases.primary.kill();
    await replica!.prisma.$queryRaw`SELECT pg_promote()`;
    await pgBouncer.leadTo(databases.replica.url);
  });
  await replica!.close();
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  await load.expectAppliedOnce();
});
