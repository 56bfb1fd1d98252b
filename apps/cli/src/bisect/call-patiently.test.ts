import { expect, it } from '@jest/globals';
import { waitAfter } from './call-patiently.js';

it('waits grow to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(waitAfter)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
