import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { openProcessDatabase } from '@slipway/db';
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
const project = await make.project(accountId);

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

it('retention deletes notifications after 90 days, with messages and inbox items, but none that waits', async () => {
  const config = new Uint8Array([1]);
  const owner = { accountId, projectId: project.id };
  const { id: channelId } = await prisma.notificationChannel.create({
    data: { id: randomUUID(), ...owner, kind: 'webhook', name: 'n', target: 't', config, createdById: userId },
  });
  for (const [eventKey, days, releasedAt] of [
    ['old', 91, daysAgo(91)],
    ['old-waiting', 91, null],
    ['young', 89, daysAgo(89)],
  ] as const) {
    const event = { id: randomUUID(), event: 'main_job.broke', eventKey, threadKey: eventKey };
    const message = { id: randomUUID(), channelId, projectId: project.id, expiresAt: daysAgo(days - 1) };
    await prisma.notification.create({
      data: {
        ...owner,
        ...event,
        releasedAt,
        releaseAt: daysAgo(days),
        createdAt: daysAgo(days),
        deliveries: { create: message },
        inbox: { create: { userId, projectId: project.id } },
      },
    });
  }
  await job.run({}, {
    database,
    clock: systemClock,
    logger: context.logger,
    retentionDays: 30,
    history: {},
    metrics: createWorkerMetrics(createMetrics()),
    signal: new AbortController().signal,
    closing: new AbortController().signal,
  } as unknown as JobContext);
  const left = await prisma.notification.findMany({ orderBy: { eventKey: 'asc' } });
  expect(left.map(({ eventKey }) => eventKey)).toEqual(['old-waiting', 'young']);
  expect([await prisma.notificationDelivery.count(), await prisma.inboxItem.count()]).toEqual([2, 2]);
});
