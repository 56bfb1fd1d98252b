import { afterAll, expect, it } from '@jest/globals';
import { testRedis } from '@slipway/testing';
import { connectFailFast, waitForConnection } from './connection.js';
import { findRefused, type RefusedDelivery, rememberRefused } from './refused-deliveries.js';

const { url, prefix: namespace } = await testRedis();
const connection = connectFailFast({ REDIS_URL: url }, () => undefined);
await waitForConnection(connection, 5_000);
afterAll(() => connection.disconnect());

const refused = (projectId: number, id: string): RefusedDelivery => ({
  id,
  projectId,
  integrationId: 1,
  receivedAt: 5,
  code: 'malformed_body',
  message: 'build_number is missing.',
});
const remember = (projectId: number, id: string) => rememberRefused(connection, refused(projectId, id), namespace);
const find = (id: string, ...projectIds: number[]) => findRefused(connection, { id, projectIds }, namespace);

it('a refusal is found in its own project only', async () => {
  await remember(3, 'first');
  expect(await find('first', 4, 3)).toEqual(refused(3, 'first'));
  expect(await find('first', 4)).toBeNull();
  expect(await find('other', 3)).toBeNull();
});

it('the newest hundred refusals of a project are kept, and all of them for a limited time', async () => {
  for (let number = 0; number <= 100; number += 1) await remember(5, String(number));
  expect(await find('0', 5)).toBeNull();
  expect(await find('1', 5)).toEqual(refused(5, '1'));
  const [key = ''] = await connection.keys('*:refused:5');
  expect(await connection.ttl(key)).toBeGreaterThan(0);
});
