import { expect, it } from '@jest/globals';
import { backoffMs, jitteredBackoffMs } from './backoff.js';

const backoff = { firstMs: 250, maxMs: 5_000 };

it('doubles the delay with each failure up to the limit, however many there are', () => {
  expect([1, 2, 3, 5, 6, 10_000].map((failures) => backoffMs(failures, backoff))).toEqual([
    250, 500, 1_000, 4_000, 5_000, 5_000,
  ]);
});

it('adds jitter between half the delay and the full delay', () => {
  expect([0, 0.5, 1].map((random) => jitteredBackoffMs(3, backoff, () => random))).toEqual([500, 750, 1_000]);
});
