import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@slipway/domain';
import { buildReport, eventually, newAppliedProject } from '@slipway/testing';
import { openDatabase } from '../../database.js';
import type { Queryable } from '../../sql.js';
import { preparePartitions } from '../deliveries/delivery-partitions.js';
import { daysAgo, retentionFixture } from './retention.fixture.js';
import { RETENTION_KINDS } from './retention.js';
import type { RetentionKind } from './retention-kind.js';

const { database, prisma, studio, url } = await retentionFixture();
// A sixth of the statement timeout is the longest that applying a delivery waits for a lock: one second.
const impatient = openDatabase({ url, name: 'impatient', poolSize: 2, statementTimeoutMs: 6_000 });
afterAll(() => Promise.all([database.close(), impatient.close()]));
const project = await newAppliedProject(impatient, studio.accountId);

const messages: string[] = [];
const logger = { info: (_fields: object, message: string) => void messages.push(message) };
const run = { database, periods: { days: 30, history: {} }, logger };
const [detachDays, deleteKeys] = ['deliveries', 'delivery_keys'].map(
  (table) => RETENTION_KINDS.find((kind) => kind.table === table) as RetentionKind,
) as [RetentionKind, RetentionKind];

const nameOf = (days: number) => `deliveries_${daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function createDay(days: number): Promise<void> {
  await prisma.$queryRaw`
    SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - ${days}::int, 1)::text`;
}

async function isAttached(name: string): Promise<boolean> {
  const rows = await prisma.$queryRaw<unknown[]>`SELECT FROM pg_inherits WHERE inhrelid = to_regclass(${name})`;
  return rows.length === 1;
}

/** Calls `work` while a transaction has read the ledger and stays open. */
function whileRead<T>(work: () => Promise<T>): Promise<T> {
  return database.transaction(async (tx: Queryable) => {
    await tx.query({ text: 'SELECT FROM deliveries LIMIT 1' });
    return work();
  });
}

let reports = 0;
/** Applies one delivery after the other until `change` has ended, one way or the other; returns how many. */
async function applyDuring(change: Promise<unknown>): Promise<number> {
  let [isOver, applied] = [false, 0];
  const over = change.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    reports += 1;
    const operations = [buildReport({ reportedAt: Date.now(), buildNumber: String(reports) })];
    await project.apply([{ key: `during-${reports}`, receivedAt: Date.now(), operations }]);
    await impatient.pool.query({ text: `SELECT FROM deliveries WHERE dedupe_key = 'during-1'` });
    applied += 1;
  }
  await over;
  return applied;
}

beforeEach(() => {
  messages.length = 0;
});

describe('during a long read of the delivery log', () => {
  it('deliveries are applied although an expired day waits to be detached, which happens once the reader is done', async () => {
    await createDay(40);
    await whileRead(async () => {
      const detaching = detachDays.deleteBatch(run, 1);
      expect(await applyDuring(detaching)).toBeGreaterThan(0);
      expect(await detaching).toEqual({ deleted: 0, done: true });
      expect(messages).toEqual(['partition is in use, and is detached later']);
      expect(await isAttached(nameOf(40))).toBe(true);
    });
    await detachDays.deleteBatch(run, 1);
    expect(await isAttached(nameOf(40))).toBe(false);
  });

  it('deliveries are applied although a new day waits to be attached, which happens once the reader is done', async () => {
    await prisma.$queryRaw`SELECT drop_delivery_partitions('2100-01-01')::text`;
    await whileRead(async () => {
      const preparing = preparePartitions(database.pool, 30);
      expect(await applyDuring(preparing)).toBeGreaterThan(0);
      await expect(preparing).rejects.toThrow('lock timeout');
    });
    expect(await preparePartitions(database.pool, 30)).toContain(nameOf(0));
  });
});

describe('several workers', () => {
  it('leave the keys of a day to the one that is at it', async () => {
    await createDay(42);
    await detachDays.deleteBatch(run, 1);
    await database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT FROM expired_partitions FOR UPDATE' });
      expect(await deleteKeys.deleteBatch(run, 10)).toEqual({ deleted: 0, done: true });
    });
    const rows = await prisma.$queryRaw<unknown[]>`SELECT FROM pg_class WHERE relname = ${nameOf(42)}`;
    expect(rows).toHaveLength(1);
    await deleteKeys.deleteBatch(run, 10);
    expect(await prisma.expiredPartition.count({ where: { name: nameOf(42) } })).toBe(0);
  });

  it('drop no day whose deliveries are put under a legal hold meanwhile', async () => {
    await createDay(44);
    const { id: projectId, accountId } = project;
    const row = { id: newId(), receivedAt: daysAgo(44), finishedAt: daysAgo(44), dedupeKey: 'held', event: '' };
    const origin = { accountId, projectId, integrationId: 1, provider: 'jenkins', path: 'jenkins' };
    await prisma.delivery.create({ data: { ...row, ...origin, outcome: 'applied' } });
    await detachDays.deleteBatch(run, 1);
    let deleting: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await tx.query({ text: `SELECT FROM ${nameOf(44)} FOR UPDATE` });
      await prisma.legalHold.create({ data: { accountId, projectId, reason: 'Case 24-1187', userId: 1 } });
      deleting = deleteKeys.deleteBatch(run, 10);
      await eventually('the partition waits to be dropped', async () => {
        const { rows } = await database.pool.query({
          text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        });
        return rows.length > 0 || undefined;
      });
    });
    await deleting;
    await deleteKeys.deleteBatch(run, 10);
    expect(await prisma.heldDelivery.count({ where: { id: row.id } })).toBe(1);
    expect(await prisma.expiredPartition.count({ where: { name: nameOf(44) } })).toBe(0);
    await prisma.legalHold.deleteMany();
  });

  it('detach a day once', async () => {
    await createDay(43);
    await Promise.all([detachDays.deleteBatch(run, 1), detachDays.deleteBatch(run, 1)]);
    expect(messages).toEqual(['partition detached']);
    expect(await isAttached(nameOf(43))).toBe(false);
  });
});
