import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { connectFailFast, createDeliveryPublisher, watchRedis } from '@slipway/queue';
import { testDelivery, testProxy, testRedis } from '@slipway/testing';
import { createAcceptor } from './accept.js';
import { openSpool } from './spool/spool.js';

const { url, prefix: namespace } = await testRedis();
const proxy = await testProxy(url);
const dir = await mkdtemp(join(tmpdir(), 'slipway-accept-'));
const connection = connectFailFast(proxy.url, () => undefined);
const health = watchRedis(connection);
const publisher = createDeliveryPublisher({ connection, health, namespace });
const spool = await openSpool({ dir, limitBytes: 1e9 });
const { accept } = createAcceptor(publisher, spool);
afterAll(async () => {
  await spool.close();
  await publisher.close();
  health.close();
  connection.disconnect();
  await rm(dir, { recursive: true });
});

async function drainedIds(): Promise<string[]> {
  const ids: string[] = [];
  await spool.drain(async (deliveries) => ids.push(...deliveries.map(({ id }) => id)));
  return ids;
}

describe('while Redis is away', () => {
  it('a repeat is answered with the first id and kept all the same: the first may have been rejected since', async () => {
    proxy.cut();
    const first = testDelivery({ key: 'id:7' });
    const again = testDelivery({ key: 'id:7' });
    expect(await accept(first)).toEqual({ deliveryId: first.id, duplicate: false });
    expect(await drainedIds()).toEqual([first.id]);
    expect(await accept(again)).toEqual({ deliveryId: first.id, duplicate: true });
    expect(await drainedIds()).toEqual([again.id]);
  });

  it('more than memory should hold is refused at once', async () => {
    proxy.cut();
    const body = 'x'.repeat(24 * 1024 * 1024);
    const taken = await Promise.allSettled(Array.from({ length: 12 }, () => accept(testDelivery({ body }))));
    const late = testDelivery();
    expect(taken.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(4);
    expect(await accept(late)).toEqual({ deliveryId: late.id, duplicate: false });
  });
});
