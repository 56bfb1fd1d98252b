import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, factories, openTestDatabase, type RedisServer } from '@slipway/testing';
import { startHosts } from './hosts.js';

const hosts = await startHosts();
const { context, cluster, databases, url } = hosts;
const database = openTestDatabase(databases.primaryUrl);
context.onClose('test database', () => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token: apiToken } = await make.apiToken(userId);
const tokens: string[] = [];
// One project for each shard, so that every server of the cluster has deliveries.
for (let shard = 0; shard < 8; shard += 1) {
  const each = shard === 0 ? project : await make.project(accountId);
  tokens.push((await make.integration(each, 'jenkins')).token);
}

/** What happened while something was lost. */
interface Counts {
  accepted: number;
  /** Requests that were cut off or refused, which the sender repeated. */
  repeated: number;
  reads: number;
  failedReads: number;
}

const accepted = new Set<string>();
const table: Record<string, Counts> = {};
let sent = 0;

/** Reports a build, and repeats the report until it is accepted, as senders do. */
async function report(counts: Counts): Promise<void> {
  sent += 1;
  const buildNumber = String(sent);
  const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' });
  const headers = {
    'content-type': 'application/json',
    'x-webhook-token': tokens[sent % tokens.length] as string,
  };
  await eventually('the report is accepted', async () => {
    const answer = await fetch(`${url}/webhooks/ci`, { method: 'POST', headers, body }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return true;
    counts.repeated += 1;
    return undefined;
  });
  counts.accepted += 1;
  accepted.add(buildNumber);
}

async function read(counts: Counts): Promise<void> {
  const headers = { authorization: `Bearer ${apiToken}` };
  const answer = await fetch(`${url}/api/v1/projects/${project.id}/build_runs`, { headers }).catch(() => null);
  await answer?.body?.cancel();
  counts.reads += 1;
  if (answer?.status !== 200) counts.failedReads += 1;
}

/** Sends reports and reads until `event` is over, and a moment longer. */
async function during(what: string, event: () => Promise<void>): Promise<Counts> {
  const counts: Counts = { accepted: 0, repeated: 0, reads: 0, failedReads: 0 };
  table[what] = counts;
  let isOver = false;
  const lane = async (work: (counts: Counts) => Promise<void>) => {
    while (!isOver) await Promise.all([work(counts), delay(10)]);
  };
  const lanes = [lane(report), lane(report), lane(read)];
  await delay(200);
  await event().finally(() => {
    isOver = true;
  });
  await Promise.all(lanes);
  return counts;
}

/** Waits until everything accepted so far is applied, and expects that it was applied once. */
async function expectAppliedOnce(): Promise<void> {
  const builds = await eventually('everything accepted is applied', async () => {
    const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
    const numbers = new Set(rows.map(({ buildNumber }) => buildNumber));
    return [...accepted].every((number) => numbers.has(number)) ? rows : undefined;
  });
  expect(builds).toHaveLength(accepted.size);
  expect(await database.prisma.deadLetter.count()).toBe(0);
}

const isMaster = async (server: RedisServer) => ((await server.info('role')) === 'master' ? true : undefined);
const [first, second] = cluster.pairs;
if (first?.replica === undefined || second?.replica === undefined) throw new Error('there are no replicas');
const [failing, kept] = [first.replica, second.replica];

afterAll(() => {
  const rows = Object.entries(table).map(([what, { accepted: count, repeated, reads, failedReads }]) =>
    [what.padEnd(34), count, repeated, reads, failedReads].join('\t'),
  );
  process.stdout.write(`${['lost'.padEnd(34), 'accepted', 'repeated', 'reads', 'failed'].join('\t')}\n`);
  process.stdout.write(`${rows.join('\n')}\n`);
});

it('all tiers work together', async () => {
  const counts = await during('nothing', () => delay(1_000));
  expect(counts).toMatchObject({ repeated: 0, failedReads: 0 });
  await expectAppliedOnce();
});

it.each(['ingest', 'worker', 'api'] as const)('nothing is lost with one of two %s processes', async (tier) => {
  const counts = await during(`one of two ${tier} processes`, async () => {
    await hosts.kill(tier);
    await delay(1_000);
    await hosts.start(tier);
  });
  // nginx asks the other process, except for a webhook that the killed one had already received.
  expect(counts.failedReads).toBe(0);
  if (tier !== 'ingest') expect(counts.repeated).toBe(0);
  await expectAppliedOnce();
});

const losses: Record<string, () => Promise<void>> = {
  async 'a master of the Redis Cluster'() {
    await first.master.kill();
    await eventually('the replica takes over', () => isMaster(failing));
    await first.master.restart();
    await cluster.settled();
  },
  async 'a replica of the Redis Cluster'() {
    await kept.kill();
    await delay(500);
    await kept.restart();
    await cluster.settled();
  },
  async 'the replica of PostgreSQL'() {
    await databases.killReplica();
    await delay(500);
    await databases.startReplica();
  },
};

it.each(Object.entries(losses))('nobody notices the loss of %s', async (what, lose) => {
  expect(await during(what, lose)).toMatchObject({ repeated: 0, failedReads: 0 });
  await expectAppliedOnce();
});

it('nothing is lost with pgBouncer', async () => {
  await during('pgBouncer', hosts.restartPgBouncer);
  await expectAppliedOnce();
});

it('nothing is lost with the primary of PostgreSQL', async () => {
  const counts = await during('the primary of PostgreSQL', async () => {
    await databases.killPrimary();
    await delay(2_000);
    await databases.startPrimary();
  });
  // Reads need the primary, for access. Webhooks do not.
  expect(counts.repeated).toBe(0);
  await expectAppliedOnce();
});
