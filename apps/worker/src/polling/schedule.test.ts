import { describe, expect, it } from '@jest/globals';
import { jobDelayMs, missingJobDelayMs, retryDelayMs, sickDelayMs } from './schedule.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('a sick server', () => {
  it('is left alone for longer and longer, up to ten minutes', () => {
    const delays = [1, 2, 3, 5, 8, 50].map((failures) => sickDelayMs(failures, null, () => 1));
    expect(delays).toEqual([5_000, 10_000, 20_000, 80_000, 600_000, 600_000]);
    expect(sickDelayMs(3, null, () => 0)).toBe(10_000);
  });

  it('is left alone for as long as it asks', () => {
    expect(sickDelayMs(1, 90_000, () => 1)).toBe(90_000);
    expect(sickDelayMs(8, 1_000, () => 1)).toBe(600_000);
  });
});

describe('what could not be read', () => {
  it('is tried less and less often, and given up', () => {
    expect([1, 2, 8, 9].map(retryDelayMs)).toEqual([3_000, 6_000, 384_000, null]);
  });

  it('is looked for once a day in the end when it is a job', () => {
    expect([1, 2, 40].map(missingJobDelayMs)).toEqual([2 * MINUTE_MS, 4 * MINUTE_MS, DAY_MS]);
  });
});

describe('a job', () => {
  it('is looked through the less often the longer it rests', () => {
    const now = 100 * DAY_MS;
    const delays = [now, now - 2 * DAY_MS, now - 8 * DAY_MS, null].map((newest) => jobDelayMs(newest, now));
    expect(delays).toEqual([MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 60 * MINUTE_MS]);
  });
});
