import { describe, expect, it } from '@jest/globals';
import { againstMedian } from './against-median.js';

describe('againstMedian', () => {
  it.each([
    [105, 100, null],
    [118, 100, { label: '18% slower', isSlow: false }],
    [140, 100, { label: '40% slower', isSlow: true }],
    [260, 100, { label: '2.6× median', isSlow: true }],
    [50, 100, { label: '50% faster', isSlow: false }],
    [null, 100, null],
    [100, null, null],
    [100, 0, null],
  ])('%j seconds against %j', (seconds, median, expected) => {
    const build = { status: 'completed', duration_seconds: seconds, median_seconds: median } as const;
    expect(againstMedian(build)).toEqual(expected);
  });

  it.each(['failed', 'cancelled', 'building'] as const)('a %s build is not compared', (status) => {
    expect(againstMedian({ status, duration_seconds: 0, median_seconds: 100 })).toBeNull();
  });
});
