import { expect, it } from '@jest/globals';
import { createGuessLimit } from './guess-limit.js';

const MINUTE_MS = 60_000;
let now = 0;
const clock = { now: () => now };

function guess(limit: ReturnType<typeof createGuessLimit>, network: string, times: number): void {
  for (let count = 0; count < times; count += 1) limit.count(network);
}

it('stops a network after ten wrong passwords, until 15 minutes after the first, and no other network', () => {
  const limit = createGuessLimit(clock);
  guess(limit, '192.0.2.1', 9);
  expect(limit.waitOf('192.0.2.1')).toBeNull();
  now += 5 * MINUTE_MS;
  guess(limit, '192.0.2.1', 1);
  expect(limit.waitOf('192.0.2.1')).toBe(600);
  expect(limit.waitOf('192.0.2.2')).toBeNull();
  now += 10 * MINUTE_MS - 1;
  expect(limit.waitOf('192.0.2.1')).toBe(1);
  now += 1;
  expect(limit.waitOf('192.0.2.1')).toBeNull();
  guess(limit, '192.0.2.1', 9);
  expect(limit.waitOf('192.0.2.1')).toBeNull();
});

it('remembers a bounded number of networks', () => {
  const limit = createGuessLimit(clock, 2);
  for (const network of ['a', 'b', 'c']) guess(limit, network, 10);
  expect(['a', 'b', 'c'].map((network) => limit.waitOf(network))).toEqual([null, 900, 900]);
});
