import { afterAll, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { connectRetrying } from './connection.js';
import { recordFirst } from './record-first.js';

const client = connectRetrying({ REDIS_URL: (await testRedis()).url }, () => undefined);
afterAll(() => client.disconnect());

it('every process gets the value that was recorded first', async () => {
  const values = await Promise.all(['a', 'b', 'c'].map((value) => recordFirst(client, 'store', value)));
  expect(new Set(values).size).toBe(1);
  expect(await recordFirst(client, 'store', 'd')).toBe(values[0]);
  expect(await recordFirst(client, 'another', 'd')).toBe('d');
});
