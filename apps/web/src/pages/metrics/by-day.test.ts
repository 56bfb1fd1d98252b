import { describe, expect, it } from '@jest/globals';
import { dayOf, lastDays, median } from './by-day.js';

describe('lastDays', () => {
  it('ends with today and spans month boundaries', () => {
    expect(lastDays(3, new Date('2026-11-01T23:30:00Z'))).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
  });
});

describe('dayOf', () => {
  it('returns the UTC day', () => {
    expect(dayOf('2026-11-01T23:30:00-05:00')).toBe('2026-11-02');
  });
});

describe('median', () => {
  it.each([
    [[], null],
    [[5], 5],
    [[9, 1, 5], 5],
    [[4, 1, 2, 3], 2.5],
  ])('of %j is %j', (numbers, middle) => {
    expect(median(numbers)).toBe(middle);
  });
});
