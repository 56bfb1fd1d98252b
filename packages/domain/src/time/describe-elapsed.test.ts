import { expect, it } from '@jest/globals';
import { describeElapsed } from './describe-elapsed.js';

it.each([
  [10_000, '1 min'],
  [45, '45 min'],
  [120, '2 h'],
  [125, '2 h 5 min'],
  [76 * 60, '3 d 4 h'],
  [48 * 60 + 20, '2 d'],
])('%s', (time, words) => {
  expect(describeElapsed(time === 10_000 ? time : time * 60_000)).toBe(words);
});
