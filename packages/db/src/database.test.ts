import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import { openDatabase } from './database.js';
import { isDatabaseOutage, isLockTimeout, isTooLong, isTransactionConflict } from './outage.js';

const { url, name } = await testDatabase();
const admin = new pg.Client({ connectionString: url });
const open = (statementTimeoutMs: number) =>
  openDatabase({ url, name: 'tested', poolSize: 2, statementTimeoutMs });
const database = open(60_000);
const other = open(60_000);
const hasty = open(2_000);

beforeAll(async () => {
  await admin.connect();
  // Many servers use a time zone other than UTC.
  await admin.query(`ALTER DATABASE ${name} SET TimeZone = 'America/New_York'`);
  await admin.query("INSERT INTO accounts (prefixed_id, name) VALUES ('acct_1', 'One')");
});
afterAll(async () => {
  for (const each of [database, other, hasty]) await each.close();
  await admin.end();
});

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it('models and SQL read and write the same times, whatever the server time zone', async () => {
  const trialEndsAt = new Date('2026-07-01T12:00:00.123Z');
  await database.prisma.account.updateMany({ data: { trialEndsAt } });
  const { rows } = await database.pool.query({ text: 'SELECT trial_ends_at AS at FROM accounts' });
  expect(rows).toEqual([{ at: trialEndsAt }]);
  const { rows: seen } = await admin.query('SELECT trial_ends_at = $1::timestamptz AS same FROM accounts', [
    trialEndsAt.toISOString(),
  ]);
  expect(seen).toEqual([{ same: true }]);
  const account = await database.prisma.account.findFirstOrThrow();
  expect(account.trialEndsAt).toEqual(trialEndsAt);
});

it('a transaction sends one statement at a time, although Prisma loads relations in parallel', async () => {
  const relations = { memberships: true, projects: true, ssoProvider: true, invitations: true };
  const found = await database.modelTransaction(({ prisma }) => prisma.account.findFirst({ include: relations }));
  expect(found).toMatchObject({ memberships: [], projects: [], ssoProvider: null, invitations: [] });
});

describe('errors reported by Prisma', () => {
  it('a statement timeout counts as an outage', async () => {
    const slow = database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 100`;
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(600)`;
    });
    const error = await errorOf(slow);
    expect([isDatabaseOutage(error), isTooLong(error)]).toEqual([true, true]);
  });

  it('a refused login counts as an outage, because passwords change while processes run', async () => {
    const refused = new URL(url);
    refused.password = 'the password before';
    const locked = openDatabase({ url: refused.href, name: 'refused', poolSize: 2, statementTimeoutMs: 10_000 });
    for (const work of [
      locked.pool.query({ text: 'SELECT 1' }),
      locked.prisma.account.findFirst(),
      locked.prisma.$queryRaw`SELECT 1`,
    ])
      expect(isDatabaseOutage(await errorOf(work))).toBe(true);
    await locked.close();
  });

  it('a connection closed by the server counts as an outage', async () => {
    const ended = database.prisma.$transaction(async (tx) => {
      await tx.account.findFirst();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tested'",
      );
      await tx.account.findFirst();
    });
    expect(isDatabaseOutage(await errorOf(ended))).toBe(true);
  });

  it('a lock timeout is recognized', async () => {
    const waiting = database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM accounts FOR UPDATE`;
      await other.prisma.$transaction(async (second) => {
        await second.$executeRaw`SET LOCAL lock_timeout = 100`;
        await second.account.updateMany({ data: { name: 'Two' } });
      });
    });
    expect(isLockTimeout(await errorOf(waiting))).toBe(true);
  });

  it('a serialization failure counts as a conflict', async () => {
    const isolation = { isolationLevel: 'RepeatableRead' } as const;
    const conflict = database.prisma.$transaction(async (tx) => {
      await tx.account.findFirst();
      await other.prisma.account.updateMany({ data: { name: 'Three' } });
      await tx.account.updateMany({ data: { name: 'Four' } });
    }, isolation);
    expect(isTransactionConflict(await errorOf(conflict))).toBe(true);
  });
});

it('a connection whose ROLLBACK got no response is never used again', async () => {
  let frozen = 0;
  const half = hasty.prisma.$transaction(async (tx) => {
    const [backend] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await tx.account.create({ data: { prefixedId: 'acct_half', name: 'Half' } });
    frozen = backend?.pid ?? 0;
    process.kill(frozen, 'SIGSTOP');
    await tx.account.findFirst();
  });
  const error = await errorOf(half);
  process.kill(frozen, 'SIGCONT');
  expect(isDatabaseOutage(error)).toBe(true);
  // Every connection of the pool commits a transaction, which would commit the half-done one too.
  for (let round = 0; round < 4; round += 1) await hasty.prisma.$transaction((tx) => tx.account.findFirst());
  expect(await database.prisma.account.count({ where: { prefixedId: 'acct_half' } })).toBe(0);
});
