import { describe, expect, it } from '@jest/globals';
import { openProcessDatabase } from '@slipway/db';
import { connectFailFast, connectPatient, createDeliveryPublisher, watchRedis } from '@slipway/queue';
import { createMetrics } from '@slipway/runtime';
import { eventually, testDelivery, testProcess } from '@slipway/testing';
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

describe('taking envelopes', () => {
  it('opens no more transactions than it may, however many queues are full', async () => {
    await eventually('redis is ready', async () => (publishing.status === 'ready' ? true : undefined));
    // Eight projects in a row are in eight queues.
    await Promise.all(Array.from({ length: 8 }, (_, projectId) => publisher.publish(testDelivery({ projectId }))));
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
