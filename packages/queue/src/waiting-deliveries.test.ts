import { afterAll, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { testRedis } from '@slipway/testing';
import { connectFailFast, waitForConnection } from './connection.js';
import { DeliveryPublisher } from './delivery-publisher.js';
import { readWaitingDeliveries } from './waiting-deliveries.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectFailFast({ REDIS_URL: url }, () => undefined);
await waitForConnection(connection, 5_000);
const publisher = new DeliveryPublisher({ connection, namespace });
afterAll(async () => {
  await publisher.close();
  connection.disconnect();
});

const delivery = (projectId: number, key: string, body = '{}'): Delivery => ({
  id: key,
  accountId: 1,
  projectId,
  integrationId: 1,
  provider: 'jenkins',
  path: '/webhooks/ci',
  event: 'build_report',
  key,
  keyWindowMs: null,
  receivedAt: Number(key),
  body,
});

it('lists the accepted deliveries of the projects, oldest first, and of no other project in their shards', async () => {
  expect(await readWaitingDeliveries(connection, [3], namespace)).toEqual({ deliveries: [], isComplete: true });
  await publisher.enqueue([delivery(3, '30')]);
  await publisher.enqueue([delivery(4, '20'), delivery(11, '25')]);
  await publisher.enqueue([delivery(3, '10')]);
  const { deliveries, isComplete } = await readWaitingDeliveries(connection, [3, 4], namespace);
  expect(deliveries.map(({ key }) => key)).toEqual(['10', '20', '30']);
  expect(isComplete).toBe(true);
});

it('reads no more than the first envelope of a queue if the next ones are large', async () => {
  const body = JSON.stringify('x'.repeat(1_500_000));
  for (const key of ['40', '50', '60']) await publisher.enqueue([delivery(5, key, body)]);
  const { deliveries, isComplete } = await readWaitingDeliveries(connection, [5], namespace);
  expect([deliveries.map(({ key }) => key), isComplete]).toEqual([['40'], false]);
});
