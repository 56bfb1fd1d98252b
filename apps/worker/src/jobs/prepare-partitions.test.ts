import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openProcessDatabase, preparePartitions } from '@slipway/db';
import { testProcess } from '@slipway/testing';

const context = await testProcess();
const { prisma, pool } = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });

const DAY_MS = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const nameOf = (days: number) => `deliveries_${daysFromNow(days).toISOString().slice(0, 10).replaceAll('-', '')}`;
const names = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => nameOf(first + index));

async function partitions(): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'deliveries'::regclass AND child.relname <> 'deliveries_default' ORDER BY 1`;
  return rows.map(({ name }) => name);
}

async function makeOnly(days: number): Promise<void> {
  await prisma.$queryRaw`SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date + ${days}::int, 1)::text`;
}

async function receive(receivedAt: Date): Promise<string> {
  const id = randomUUID();
  const delivery = { accountId: 1, projectId: 1, integrationId: 1, provider: 'jenkins', event: '', path: '' };
  await prisma.delivery.create({
    data: { ...delivery, id, receivedAt, dedupeKey: id, outcome: 'applied', finishedAt: receivedAt },
  });
  return id;
}

async function partitionOf(id: string): Promise<string | undefined> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name FROM deliveries WHERE id = ${id}::uuid`;
  return rows[0]?.name;
}

beforeEach(async () => {
  await prisma.$queryRaw`SELECT drop_delivery_partitions('2100-01-01')::text`;
  await prisma.$executeRaw`DELETE FROM deliveries_default`;
});

describe('the partitions of the delivery log', () => {
  it('are created from yesterday to three days ahead, and only once', async () => {
    expect(await preparePartitions(pool, 30)).toEqual(names(-1, 3));
    expect(await preparePartitions(pool, 30)).toEqual([]);
    expect(await partitions()).toEqual(names(-1, 3));
  });

  it('are created without a gap after days of downtime', async () => {
    await makeOnly(-6);
    expect(await preparePartitions(pool, 30)).toEqual(names(-5, 3));
  });

  it('are not created for days that retention would drop', async () => {
    await makeOnly(-60);
    expect(await preparePartitions(pool, 7)).toEqual(names(-7, 3));
  });

  it('are created once by two workers at once', async () => {
    const [one, other] = await Promise.all([preparePartitions(pool, 30), preparePartitions(pool, 30)]);
    expect([...one, ...other].toSorted()).toEqual(names(-1, 3));
  });

  it('take over deliveries that arrived before them from the default partition', async () => {
    const id = await receive(new Date());
    expect(await partitionOf(id)).toBe('deliveries_default');
    await preparePartitions(pool, 30);
    expect(await partitionOf(id)).toBe(nameOf(0));
  });
});
