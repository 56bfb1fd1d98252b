import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { openProcessDatabase } from '@slipway/db';
import { connectFailFast, connectPatient, createDeliveryPublisher, watchRedis } from '@slipway/queue';
import { createMetrics } from '@slipway/runtime';
import { eventually, testProcess } from '@slipway/testing';
import { v7 as uuidv7 } from 'uuid';
import type { SharedContext } from './define-job.js';
import { takeEnvelopes } from './take-envelopes.js';
import { createWorkerMetrics } from './worker-metrics.js';

const { settings, logger, onClose } = await testProcess();
const database = openProcessDatabase({ settings, logger, onClose }, { name: 'test', statementTimeoutMs: 10_000 });
const redis = connectPatient(settings.REDIS_URL, () => undefined);
const publishing = connectFailFast(settings.REDIS_URL, () => undefined);
const health = watchRedis(publishing);
const publisher = createDeliveryPublisher({ connection: publishing, health });
onClose('redis', () => {
  health.close();
  redis.disconnect();
  publishing.disconnect();
});

/** Of a project of its own, so that eight in a row are in eight queues. */
function delivery(projectId: number): Delivery {
  const id = uuidv7();
  return {
    id,
    accountId: 1,
    projectId,
    integrationId: 1,
    provider: 'jenkins',
    path: '/webhooks/ci',
    event: 'build_report',
    key: id,
    keyWindowMs: null,
    receivedAt: Date.now(),
    requestId: id,
    contentType: 'application/json',
    body: '{}',
  };
}

describe('taking envelopes', () => {
  it('opens no more transactions than it may, however many queues are full', async () => {
    await eventually('redis is ready', async () => (publishing.status === 'ready' ? true : undefined));
    await Promise.all(Array.from({ length: 8 }, (_, project) => publisher.publish(delivery(project))));
    let underway = 0;
    let most = 0;
    let applied = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shared = { database, logger, retentionDays: 30, metrics: createWorkerMetrics(createMetrics()) };
    const envelopes = takeEnvelopes({
      redis,
      concurrency: 2,
      transactions: 3,
      shared: shared as unknown as SharedContext,
      async apply({ deliveries }) {
        underway += 1;
        most = Math.max(most, underway);
        await held;
        underway -= 1;
        applied += deliveries.length;
      },
    });
    await eventually('all places are taken', async () => (underway === 3 ? true : undefined));
    release();
    await eventually('all are applied', async () => (applied === 8 ? true : undefined));
    await envelopes.close();
    await publisher.close();
    expect(most).toBe(3);
  });
});
