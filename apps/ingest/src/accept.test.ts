import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { systemClock } from '@slipway/domain';
import { connectFailFast, DeliveryPublisher, waitForConnection, watchRedis } from '@slipway/queue';
import { testDelivery, testProxy, testRedis } from '@slipway/testing';
import { createAccept } from './accept.js';
import { openSpool, SpoolFullError } from './spool/spool.js';

const { url, prefix: namespace } = await testRedis();
const proxy = await testProxy(url);
const dir = await mkdtemp(join(tmpdir(), 'slipway-accept-'));
const connection = connectFailFast({ REDIS_URL: proxy.url }, () => undefined);
await waitForConnection(connection, 5_000);
const health = watchRedis(connection);
const publisher = new DeliveryPublisher({ connection, health, namespace });
const spool = await openSpool({ dir, limitBytes: 1e9 });
const accept = createAccept({ publisher, spool, health, enqueuer: publisher, clock: systemClock });
afterEach(() => proxy.restore());
afterAll(async () => {
  await spool.close();
  await publisher.close();
  health.close();
  connection.disconnect();
  await rm(dir, { recursive: true });
});

async function spooledIds(): Promise<string[]> {
  const ids: string[] = [];
  await spool.drain(async (deliveries) => ids.push(...deliveries.map(({ id }) => id)));
  return ids;
}

describe('a large delivery', () => {
  it('goes to the spool; a duplicate gets the first delivery’s id and is spooled too', async () => {
    const body = 'x'.repeat(2_000_000);
    const [first, again] = [testDelivery({ key: 'id:1', body }), testDelivery({ key: 'id:1', body })];
    expect(await accept(first)).toEqual({ deliveryId: first.id, duplicate: false });
    expect(await accept(again)).toEqual({ deliveryId: first.id, duplicate: true });
    expect(await spooledIds()).toEqual([first.id, again.id]);
  });

  it('is accepted while Redis is down', async () => {
    proxy.cut();
    const large = testDelivery({ body: 'x'.repeat(2_000_000) });
    expect(await accept(large)).toEqual({ deliveryId: large.id, duplicate: false });
    expect(await spooledIds()).toEqual([large.id]);
  });
});

describe('a small delivery', () => {
  it('goes to the spool while Redis is down, and so does its duplicate', async () => {
    proxy.cut();
    const [first, again] = [testDelivery({ key: 'id:2' }), testDelivery({ key: 'id:2' })];
    for (const delivery of [first, again]) {
      expect(await accept(delivery)).toEqual({ deliveryId: delivery.id, duplicate: false });
    }
    expect(await spooledIds()).toEqual([first.id, again.id]);
  });

  it('waits for Redis while the spool is unavailable, and is refused when its time is over', async () => {
    const without = createAccept({
      publisher,
      spool: { append: () => Promise.reject(new SpoolFullError()) },
      health,
      enqueuer: publisher,
      clock: systemClock,
    });
    const accepted = async (delivery: Delivery) => (await without(delivery)).deliveryId;
    const [waiting, refused] = [
      testDelivery({ receivedAt: Date.now() }),
      testDelivery({ receivedAt: Date.now() }),
    ];
    proxy.cut();
    await expect(accepted(refused)).rejects.toThrow(SpoolFullError);
    const answer = accepted({ ...waiting, receivedAt: Date.now() });
    proxy.restore();
    expect(await answer).toBe(waiting.id);
  });
});
