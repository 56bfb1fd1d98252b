import { describe, expect, it } from '@jest/globals';
import { setTimeZone } from '../../words/clock.js';
import { dailyCounts, regressionWords } from './problem-words.js';

describe('dailyCounts', () => {
  it('places each day among the last 30, today last', () => {
    const days = [
      { day: '2026-11-17', count: 2 },
      { day: '2026-11-15', count: 1 },
      { day: '2026-10-01', count: 9 },
    ];
    // In Tokyo, the 17th has begun.
    setTimeZone('Asia/Tokyo');
    const counts = dailyCounts(days, new Date('2026-11-16T16:00:00Z'));
    setTimeZone(null);
    expect(counts).toHaveLength(30);
    expect(counts.slice(-4).map(({ value }) => value)).toEqual([0, 1, 0, 2]);
    expect(counts.reduce((sum, { value }) => sum + value, 0)).toBe(3);
  });
});

describe('regressionWords', () => {
  it('says how often a problem came back', () => {
    expect([0, 1, 2, 5].map((regressions) => regressionWords({ regressions }))).toEqual([
      null,
      'Came back once',
      'Came back twice',
      'Came back 5 times',
    ]);
  });
});
