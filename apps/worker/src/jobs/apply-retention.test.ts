import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  countOpenDeadLetters,
  openProcessDatabase,
  type Queryable,
  RETENTION_KINDS,
  RETENTION_RULES,
  type RetentionKind,
  readRetentionOverdue,
} from '@slipway/db';
import { type Clock, systemClock } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { job } from './apply-retention.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 60_000 });
const { prisma } = database;
const make = factories(database);
const { userId, accountId } = await make.studio();
const { id: apiTokenId } = await make.apiToken(userId);
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'jenkins');

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const RETENTION_DAYS = 30;

function run(clock: Clock = systemClock, closing = new AbortController().signal) {
  return job.run({}, {
    database,
    metrics: createWorkerMetrics(createMetrics()),
    clock,
    logger: context.logger,
    retentionDays: RETENTION_DAYS,
    history: {},
    signal: new AbortController().signal,
    closing,
  } as unknown as JobContext);
}

/** A clock that advances each time it is read: a run of one minute has time for a batch of each kind, and for a few more. */
function busyClock(): Clock {
  let time = Date.now();
  const batches = RETENTION_KINDS.length + 2;
  return {
    now() {
      time += 60_000 / batches;
      return time;
    },
  };
}

const partitionOf = (days: number) => `deliveries_${daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function partitionExists(days: number): Promise<boolean> {
  const rows = await prisma.$queryRaw<{ found: boolean }[]>`
    SELECT to_regclass(${partitionOf(days)}) IS NOT NULL AS found`;
  return rows[0]?.found === true;
}

/** Creates a day's partition, with deliveries and their keys. */
async function receiveMany(days: number, count: number): Promise<void> {
  await prisma.$queryRaw`
    SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - ${days}::int, 1)::text`;
  await prisma.$executeRaw`
    WITH received AS (
      INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
        dedupe_key, outcome, finished_at)
      SELECT gen_random_uuid(), ${daysAgo(days)}, 1, 1, 1, 'jenkins', '', '', ${days} || '-' || n, 'applied', now()
      FROM generate_series(1, ${count}::int) AS n
      RETURNING id, received_at, dedupe_key)
    INSERT INTO delivery_keys (integration_id, key, delivery_id, outcome, received_at)
    SELECT 1, dedupe_key, id, 'applied', received_at FROM received`;
}

describe('retention deletes', () => {
  it('stored responses of idempotent requests after a day, however many there are', async () => {
    const common = { apiTokenId, path: '/v1/x', bodyHash: 'x'.repeat(64), status: 201, response: {} };
    await prisma.idempotencyKey.create({ data: { ...common, key: 'young', createdAt: daysAgo(0.9) } });
    await prisma.$executeRaw`
      INSERT INTO idempotency_keys (api_token_id, path, key, body_hash, status, response, created_at)
      SELECT ${apiTokenId}::int, '/v1/x', 'old-' || n, 'x', 201, '{}', ${daysAgo(1.1)}
      FROM generate_series(1, 12000) AS n`;
    await Promise.all([run(), run()]);
    expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['young']);
  });

  it('sessions, login codes and reset links that expired a day ago', async () => {
    for (const [name, expiresAt] of [
      ['old', daysAgo(2)],
      ['young', daysAgo(0)],
    ] as const) {
      await prisma.session.create({ data: { tokenHash: name, userId, expiresAt } });
      const code = { codeHash: name, codeChallenge: '', redirectUri: '', scopes: [] };
      await prisma.loginCode.create({ data: { ...code, userId, expiresAt } });
      await prisma.passwordReset.create({ data: { id: randomUUID(), userId, expiresAt } });
    }
    await run();
    expect((await prisma.session.findMany()).map(({ tokenHash }) => tokenHash.trim())).toEqual(['young']);
    expect((await prisma.loginCode.findMany()).map(({ codeHash }) => codeHash.trim())).toEqual(['young']);
    expect(await prisma.passwordReset.count()).toBe(1);
  });

  it('the addresses of token uses after 90 days, but not the tokens', async () => {
    const [old, recent] = [await make.apiToken(userId), await make.apiToken(userId)];
    const used = (id: number, days: number) =>
      prisma.apiToken.update({ where: { id }, data: { lastUsedAt: daysAgo(days), lastUsedIp: '203.0.113.7' } });
    await used(old.id, 91);
    await used(recent.id, 89);
    await run();
    const addressOf = async ({ id }: { id: number }) =>
      (await prisma.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedIp;
    expect([await addressOf(old), await addressOf(recent)]).toEqual(['', '203.0.113.7']);
  });

  it('OAuth clients that nobody uses, and refresh tokens', async () => {
    const newClient = (name: string, days: number) =>
      prisma.oauthClient.create({ data: { name, redirectUris: [], expiresAt: daysAgo(days) } });
    await newClient('unused', 2);
    const used = await newClient('used', 0);
    const token = { userId, name: 'client', prefix: 'oauth', scopes: [] };
    const { id: apiTokenId } = await prisma.apiToken.create({ data: { ...token, tokenHash: 'oauth' } });
    const refreshToken = (tokenHash: string, days: number) => ({ tokenHash, salt: '', expiresAt: daysAgo(days) });
    const refreshTokens = { create: [refreshToken('old', 2), refreshToken('young', 0)] };
    const grant = { apiTokenId, oauthClientId: used.id, resource: '', expiresAt: daysAgo(0), refreshTokens };
    await prisma.oauthGrant.create({ data: grant });
    await run();
    expect((await prisma.oauthClient.findMany()).map(({ name }) => name)).toEqual(['used']);
    const kept = await prisma.oauthRefreshToken.findMany();
    expect(kept.map(({ tokenHash }) => tokenHash.trim())).toEqual(['young']);
  });

  it('sent and failed mails, but never a pending one', async () => {
    for (const [messageId, status, days] of [
      ['old-sent', 'sent', 31],
      ['old-failed', 'failed', 31],
      ['old-pending', 'pending', 31],
      ['young-sent', 'sent', 29],
    ] as const)
      await prisma.mailOutbox.create({
        data: { kind: messageId, userId, messageId, status, createdAt: daysAgo(days) },
      });
    await run();
    const left = await prisma.mailOutbox.findMany({ orderBy: { messageId: 'asc' } });
    expect(left.map(({ messageId }) => messageId)).toEqual(['old-pending', 'young-sent']);
  });

  it('dead letters of deliveries that left the ledger long ago, whether resolved or not', async () => {
    for (const [key, failedAt, resolvedAt] of [
      ['old resolved', daysAgo(61), daysAgo(31)],
      ['old open', daysAgo(61), null],
      ['resolved', daysAgo(31), daysAgo(1)],
      ['open', daysAgo(31), null],
    ] as const)
      await prisma.deadLetter.create({
        data: { deliveryId: randomUUID(), integrationId, key, receivedAt: failedAt, failedAt, resolvedAt },
      });
    await run();
    const left = await prisma.deadLetter.findMany({ orderBy: { key: 'asc' } });
    expect(left.map(({ key }) => key)).toEqual(['open', 'resolved']);
  });

  it('phases whose build never arrived', async () => {
    const step = {
      integrationId,
      attempt: 1,
      name: 'cook',
      accountId,
      projectId: project.id,
      status: 'passed',
    };
    for (const [pageDigest, days] of [
      ['old', 31],
      ['young', 29],
    ] as const)
      await prisma.buildPageStep.create({ data: { ...step, pageDigest, statusAt: daysAgo(days) } });
    await run();
    expect((await prisma.buildPageStep.findMany()).map(({ pageDigest }) => pageDigest.trim())).toEqual(['young']);
  });
});

describe('the delivery log', () => {
  async function receive(key: string, receivedAt: Date) {
    const id = randomUUID();
    const row = { integrationId: 1, outcome: 'applied' as const, receivedAt };
    const delivery = { accountId, projectId: project.id, provider: 'jenkins', event: '', path: '' };
    await prisma.delivery.create({ data: { ...row, ...delivery, id, dedupeKey: key, finishedAt: receivedAt } });
    await prisma.deliveryKey.upsert({
      where: { integrationId_key: { integrationId: 1, key } },
      create: { ...row, key, deliveryId: id },
      update: { deliveryId: id, receivedAt },
    });
  }

  it('is deleted in whole days, together with the delivery keys of those days', async () => {
    for (const days of [40, 29])
      await prisma.$queryRaw`
        SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - ${days}::int, 1)::text`;
    for (const n of [1, 2, 3]) await receive(`old-${n}`, daysAgo(40));
    await receive('taken over', daysAgo(40));
    await receive('taken over', daysAgo(29));
    await receive('young', daysAgo(29));
    await prisma.deadLetter.deleteMany();
    for (const { id, dedupeKey: key, receivedAt } of await prisma.delivery.findMany({
      where: { dedupeKey: { in: ['old-1', 'young'] } },
    }))
      await prisma.deadLetter.create({
        data: { deliveryId: id, integrationId, key, receivedAt, failedAt: daysAgo(1) },
      });
    await Promise.all([run(), run()]);
    expect((await prisma.delivery.findMany()).map(({ dedupeKey }) => dedupeKey).toSorted()).toEqual([
      'taken over',
      'young',
    ]);
    expect((await prisma.deliveryKey.findMany()).map(({ key }) => key).toSorted()).toEqual([
      'taken over',
      'young',
    ]);
    expect(await countOpenDeadLetters(database)).toBe(1);
    expect(await partitionExists(40)).toBe(false);
  });

  it('spreads the deletion of a large day over several runs, each continuing where the last one stopped', async () => {
    await receiveMany(50, 60_000);
    await receiveMany(49, 1);
    const keysLeft = () => prisma.deliveryKey.count({ where: { key: { startsWith: '50-' } } });
    const left = [await keysLeft()];
    const outcomes: unknown[] = [];
    do {
      outcomes.push(await run(busyClock()));
      left.push(await keysLeft());
    } while (outcomes.at(-1) === 'unfinished' && outcomes.length < 20);
    expect([left.at(-1), await partitionExists(50), await partitionExists(49)]).toEqual([0, false, false]);
    const positive = left.filter((count) => count > 0);
    expect(positive).toEqual([...new Set(positive)].toSorted((a, b) => b - a));
    expect(positive.length).toBeGreaterThan(2);
    expect(outcomes.slice(0, -1).every((outcome) => outcome === 'unfinished')).toBe(true);
    expect(outcomes.at(-1)).toBeUndefined();
  });

  it('drops a day before its delivery keys, never the other way around', async () => {
    await receiveMany(45, 30_000);
    const logged = () => prisma.delivery.count({ where: { dedupeKey: { startsWith: '45-' } } });
    const remembered = () => prisma.deliveryKey.count({ where: { key: { startsWith: '45-' } } });
    expect([await logged(), await remembered()]).toEqual([30_000, 30_000]);
    expect(await run(busyClock())).toBe('unfinished');
    expect(await logged()).toBe(0);
    expect(await remembered()).toBeGreaterThan(0);
    await run();
    expect(await remembered()).toBe(0);
  });

  it('deletes late deliveries whose partition was already dropped, together with their keys', async () => {
    await receive('late', daysAgo(44));
    await receive('not late', daysAgo(28));
    await run();
    const keys = await prisma.deliveryKey.findMany({ where: { key: { in: ['late', 'not late'] } } });
    expect(keys.map(({ key }) => key)).toEqual(['not late']);
    expect(await prisma.delivery.count({ where: { dedupeKey: 'late' } })).toBe(0);
  });
});

describe('a run', () => {
  it('deletes other expired data when one kind cannot be deleted, and then fails', async () => {
    await prisma.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`;
    await prisma.$executeRaw`
      CREATE TRIGGER refuse BEFORE DELETE ON login_codes FOR EACH ROW EXECUTE FUNCTION refuse()`;
    const code = { codeHash: 'kept', codeChallenge: '', redirectUri: '', scopes: [] };
    await prisma.loginCode.create({ data: { ...code, userId, expiresAt: daysAgo(2) } });
    await prisma.session.create({ data: { tokenHash: 'gone', userId, expiresAt: daysAgo(2) } });
    await receiveMany(43, 1);
    await expect(run()).rejects.toThrow('login_codes: refused');
    expect(await prisma.session.count({ where: { tokenHash: 'gone' } })).toBe(0);
    expect(await partitionExists(43)).toBe(false);
    await prisma.$executeRaw`DROP TRIGGER refuse ON login_codes`;
    await run();
    expect(await prisma.loginCode.count({ where: { codeHash: 'kept' } })).toBe(0);
  });

  it('that a shutdown interrupts leaves the rest to the next one', async () => {
    await receiveMany(52, 30_000);
    const closing = new AbortController();
    let batches = 0;
    const clock = {
      now() {
        batches += 1;
        if (batches > RETENTION_KINDS.length + 2) closing.abort();
        return Date.now();
      },
    };
    expect(await run(clock, closing.signal)).toBe('unfinished');
    const keysLeft = () => prisma.deliveryKey.count({ where: { key: { startsWith: '52-' } } });
    expect(await keysLeft()).toBeGreaterThan(0);
    expect(await run()).toBeUndefined();
    expect([await keysLeft(), await partitionExists(52)]).toEqual([0, false]);
  });

  it('that leaves expired data behind reports how long it has been overdue', async () => {
    const overdue = async () => {
      const rows = await readRetentionOverdue(database.pool, { days: RETENTION_DAYS, history: {} });
      return Object.fromEntries(rows.map(({ table, seconds }) => [table, Math.floor(seconds / 86_400)]));
    };
    const none = Object.fromEntries(
      [...RETENTION_RULES.map(({ table }) => table), 'deliveries'].map((table) => [table, 0]),
    );
    await run();
    expect(await overdue()).toEqual(none);
    await receiveMany(60, 30_000);
    await prisma.session.create({ data: { tokenHash: 'old', userId, expiresAt: daysAgo(4.5) } });
    expect(await overdue()).toEqual({ ...none, deliveries: 29, sessions: 3 });
    expect(await run(busyClock())).toBe('unfinished');
    expect(await overdue()).toEqual({ ...none, deliveries: 29 });
    await run();
    expect(await overdue()).toEqual(none);
  });
});

it.each(RETENTION_RULES)('an index on $by finds expired $table', async (rule) => {
  const plan = await database.transaction(async (tx) => {
    // Test tables are so small that a sequential scan would be cheaper.
    await tx.query({ text: 'SET LOCAL enable_seqscan = off' });
    const lines: string[] = [];
    const explaining: Queryable = {
      async query(config) {
        const result = await tx.query({ ...config, text: `EXPLAIN ${config.text}` });
        lines.push(...result.rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']));
        return result;
      },
    };
    const kind = RETENTION_KINDS.find(({ table }) => table === rule.table) as RetentionKind;
    const periods = { days: RETENTION_DAYS, history: {} };
    await kind.deleteBatch({ database: { ...database, pool: explaining }, periods, logger: context.logger }, 10);
    return lines.join('\n');
  });
  expect(plan).toMatch(new RegExp(`Index Cond: \\(${rule.by} < `));
  expect(plan).not.toContain('Seq Scan');
});
