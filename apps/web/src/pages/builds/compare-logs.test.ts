import { expect, it } from '@jest/globals';
import { findNewLines } from './compare-logs.js';

it('finds the lines that the earlier build did not print, and tells which are errors', () => {
  const before = ['09:00:01 error: known problem 12', '09:00:02 done'];
  const after = [
    '10:30:07 error: known problem 99',
    '10:30:08 Compiling Fog.cpp',
    '10:30:09 Fog.cpp(3): error C2065: x',
    '',
    '10:30:10 done',
  ];
  expect(findNewLines(before, after)).toEqual([
    { line: 2, text: 'Compiling Fog.cpp', isError: false },
    { line: 3, text: 'Fog.cpp(3): error C2065: x', isError: true },
  ]);
});

it('shows a repeated line once', () => {
  expect(findNewLines([], ['error: a 1', 'error: a 2'])).toHaveLength(1);
});

it('finds nothing if both builds printed the same lines', () => {
  expect(findNewLines(['fine', 'error: a'], ['error: a', 'fine'])).toEqual([]);
});
