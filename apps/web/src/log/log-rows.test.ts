import { describe, expect, it } from '@jest/globals';
import {
  foldRows,
  formatLineRange,
  neighbour,
  parseLineRange,
  parseSearch,
  rowOfLine,
  searchLines,
  splitMatches,
} from './log-rows.js';

describe('foldRows', () => {
  const lines = ['start', 'same', 'same', 'same', 'same', 'end'];

  it('folds a run of four equal lines into one row', () => {
    expect(foldRows(lines, new Set())).toEqual([
      { line: 1, count: 1 },
      { line: 2, count: 4 },
      { line: 6, count: 1 },
    ]);
  });

  it('shows an unfolded run line by line', () => {
    expect(foldRows(lines, new Set([2])).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('finds the row of a line inside a folded run', () => {
    expect(rowOfLine(foldRows(lines, new Set()), 4)).toBe(1);
    expect(rowOfLine(foldRows(lines, new Set()), 6)).toBe(2);
  });
});

describe('a line range in the address', () => {
  it.each([
    ['#L12', { from: 12, to: 12 }, '#L12'],
    ['#L12-L30', { from: 12, to: 30 }, '#L12-L30'],
    ['#L30-12', { from: 12, to: 30 }, '#L12-L30'],
  ])('%s selects its lines', (hash, range, written) => {
    expect(parseLineRange(hash)).toEqual(range);
    expect(formatLineRange(range)).toBe(written);
  });

  it.each(['', '#', '#L0', '#top', '#L1-Lx'])('%j selects nothing', (hash) => {
    expect(parseLineRange(hash)).toBeNull();
  });
});

describe('search', () => {
  it('takes plain text literally and ignores case', () => {
    const pattern = parseSearch('a.c(', false);
    expect(pattern && searchLines(['abc(', 'xA.C(y'], pattern)).toEqual({ found: [2], isComplete: true });
  });

  it('accepts a regular expression when asked to, and rejects an invalid one', () => {
    const pattern = parseSearch('^err\\w+ C\\d{4}', true);
    expect(pattern && searchLines(['error C2065: x', 'no error C2065'], pattern).found).toEqual([1]);
    expect(parseSearch('(', true)).toBeNull();
  });

  it('splits a line at its matches', () => {
    expect(splitMatches('an Error, an error', /error/i)).toEqual(['an ', 'Error', ', an ', 'error', '']);
    expect(splitMatches('abc', /x*/i)).toEqual(['abc']);
  });

  it('wraps around in both directions', () => {
    expect(neighbour([3, 9], 9, 1)).toBe(3);
    expect(neighbour([3, 9], 3, -1)).toBe(9);
    expect(neighbour([], 3, 1)).toBeNull();
  });
});
