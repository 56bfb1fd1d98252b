import { expect, it } from '@jest/globals';
import { findNewErrors } from './compare-logs.js';

it('finds the first error that the earlier build did not report', () => {
  const before = ['09:00:01 error: known problem 12', '09:00:02 done'];
  const after = [
    '10:30:07 error: known problem 99',
    '10:30:08 Fog.cpp(3): error C2065: x',
    '10:30:09 Build FAILED',
  ];
  expect(findNewErrors(before, after)).toEqual({
    first: { line: 2, text: 'Fog.cpp(3): error C2065: x' },
    count: 2,
  });
});

it('counts a repeated error once', () => {
  expect(findNewErrors([], ['error: a 1', 'error: a 2']).count).toBe(1);
});

it('finds nothing if both builds report the same errors', () => {
  expect(findNewErrors(['error: a'], ['fine', 'error: a'])).toEqual({ first: null, count: 0 });
});
