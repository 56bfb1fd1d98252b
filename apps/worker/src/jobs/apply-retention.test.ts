import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  countOpenDeadLetters,
  deleteExpired,
  openProcessDatabase,
  type Queryable,
  RETENTION_RULES,
} from '@slipway/db';
import { systemClock } from '@slipway/domain';
import { createMetrics } from '@slipway/runtime';
import { factories, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { job } from './apply-retention.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);
const { userId, accountId } = await make.studio();
const { id: apiTokenId } = await make.apiToken(userId);
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'jenkins');

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const RETENTION_DAYS = 30;

function run(): Promise<void> {
  return job.run({}, {
    database,
    metrics: createWorkerMetrics(createMetrics()),
    clock: systemClock,
    logger: context.logger,
    retentionDays: RETENTION_DAYS,
    signal: new AbortController().signal,
  } as unknown as JobContext);
}

describe('retention deletes', () => {
  it('responses of idempotent requests after a day, however many', async () => {
    const common = { apiTokenId, path: '/v1/x', bodyHash: 'x'.repeat(64), status: 201, response: {} };
    await prisma.idempotencyKey.create({ data: { ...common, key: 'young', createdAt: daysAgo(0.9) } });
    await prisma.$executeRaw`
      INSERT INTO idempotency_keys (api_token_id, path, key, body_hash, status, response, created_at)
      SELECT ${apiTokenId}::int, '/v1/x', 'old-' || n, 'x', 201, '{}', ${daysAgo(1.1)}
      FROM generate_series(1, 12000) AS n`;
    await Promise.all([run(), run()]);
    expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['young']);
  });

  it('sessions and login codes that ended a day ago', async () => {
    for (const [name, expiresAt] of [
      ['old', daysAgo(2)],
      ['young', daysAgo(0)],
    ] as const) {
      await prisma.session.create({ data: { tokenHash: name, userId, expiresAt } });
      const code = { codeHash: name, codeChallenge: '', redirectUri: '', scopes: [] };
      await prisma.loginCode.create({ data: { ...code, userId, expiresAt } });
    }
    await run();
    expect((await prisma.session.findMany()).map(({ tokenHash }) => tokenHash.trim())).toEqual(['young']);
    expect((await prisma.loginCode.findMany()).map(({ codeHash }) => codeHash.trim())).toEqual(['young']);
  });

  it('sent and failed mails, but never one that waits', async () => {
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

  it('dead letters of deliveries that left the ledger long ago, resolved or not', async () => {
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

  it('is deleted by whole days, together with the keys of those days', async () => {
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
    const name = `deliveries_${daysAgo(40).toISOString().slice(0, 10).replaceAll('-', '')}`;
    expect(await prisma.$queryRaw`SELECT to_regclass(${name})::text AS found`).toEqual([{ found: null }]);
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
    await deleteExpired(explaining, rule, { days: RETENTION_DAYS, limit: 10 });
    return lines.join('\n');
  });
  expect(plan).toMatch(new RegExp(`Index Cond: \\(${rule.by} < `));
  expect(plan).not.toContain('Seq Scan');
});
