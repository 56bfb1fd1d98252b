import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import { type Database, openDatabase } from './database.js';
import { isDatabaseOutage, isLockTimeout, isTooLong, isTransactionConflict } from './outage.js';
import { sideBySide } from './side-by-side.js';
import type { Queryable } from './sql.js';

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

it('a model transaction loads relations side by side', async () => {
  const relations = { memberships: true, projects: true, ssoProvider: true, invitations: true };
  const found = await database.modelTransaction(({ prisma }) => prisma.account.findFirst({ include: relations }));
  expect(found).toMatchObject({ memberships: [], projects: [], ssoProvider: null, invitations: [] });
});

describe('statements of a transaction that leave together', () => {
  const add = (tx: Queryable, id: string) =>
    tx.query({
      name: 'add account',
      text: 'INSERT INTO accounts (prefixed_id, name) VALUES ($1, $1)',
      values: [id],
    });
  const stored = async () => {
    const accounts = await database.prisma.account.findMany({
      where: { prefixedId: { startsWith: 'beside_' } },
      orderBy: { id: 'asc' },
    });
    return accounts.map(({ prefixedId }) => prefixedId);
  };
  /** Sends a statement between two others, and one more behind those. */
  const around = (open: Database, middle: (tx: Queryable) => Promise<unknown>) =>
    open.transaction(async (tx) => {
      await sideBySide(
        () => add(tx, 'beside_1').then(() => add(tx, 'beside_4')),
        () => middle(tx),
        () => add(tx, 'beside_3'),
      );
    });

  afterEach(() => database.prisma.account.deleteMany({ where: { prefixedId: { startsWith: 'beside_' } } }));

  it('run in the order in which they were sent', async () => {
    await around(database, (tx) => add(tx, 'beside_2'));
    expect(await stored()).toEqual(['beside_1', 'beside_2', 'beside_3', 'beside_4']);
  });

  it.each([
    ['fails', { text: 'SELECT 1 / $1::int', values: [0] }, '22012'],
    ['fails and is prepared', { name: 'divide', text: 'SELECT 1 / $1::int', values: [0] }, '22012'],
    ['cannot be parsed', { name: 'wrong', text: 'SELECT FROM nowhere', values: [] }, '42P01'],
    [
      'violates a key',
      { text: "INSERT INTO accounts (prefixed_id, name) VALUES ('acct_1', '')", values: [] },
      '23505',
    ],
  ])('have no effect if one in the middle %s', async (_, statement, code) => {
    for (let round = 0; round < 3; round += 1) {
      const error = await errorOf(around(database, (tx) => tx.query(statement)));
      expect(error).toMatchObject({ code });
    }
    expect(await stored()).toEqual([]);
    // The connections still work, with the statements they have prepared.
    await around(database, (tx) => add(tx, 'beside_2'));
    expect(await stored()).toHaveLength(4);
  });

  it('have no effect if one in the middle takes too long', async () => {
    const error = await errorOf(around(hasty, (tx) => tx.query({ text: 'SELECT pg_sleep(600)' })));
    expect(isTooLong(error)).toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('have no effect if the connection ends in the middle', async () => {
    const error = await errorOf(
      around(other, (tx) => tx.query({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' })),
    );
    expect(isDatabaseOutage(error)).toBe(true);
    expect(await stored()).toEqual([]);
    await around(other, (tx) => add(tx, 'beside_2'));
    expect(await stored()).toHaveLength(4);
  });

  it('are not committed if the failure of one is ignored', async () => {
    const ignored = database.transaction(async (tx) => {
      await add(tx, 'beside_1');
      await tx.query({ text: 'SELECT 1 / 0' }).catch(() => undefined);
    });
    expect(await errorOf(ignored)).toMatchObject({ message: expect.stringContaining('a statement failed') });
    expect(await stored()).toEqual([]);
  });
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
