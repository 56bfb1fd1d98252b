import { describe, expect, it } from '@jest/globals';
import { jobDelayMs, missingJobDelayMs, retryDelayMs, unavailableDelayMs } from './schedule.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('unavailableDelayMs', () => {
  it('doubles with each failure up to ten minutes', () => {
    const delays = [1, 2, 3, 5, 8, 50].map((failures) => unavailableDelayMs(failures, null, () => 1));
    expect(delays).toEqual([5_000, 10_000, 20_000, 80_000, 600_000, 600_000]);
    expect(unavailableDelayMs(3, null, () => 0)).toBe(10_000);
  });

  it('is at least the Retry-After of the server', () => {
    expect(unavailableDelayMs(1, 90_000, () => 1)).toBe(90_000);
    expect(unavailableDelayMs(8, 1_000, () => 1)).toBe(600_000);
  });
});

describe('retryDelayMs', () => {
  it('doubles with each failure and gives up after eight', () => {
    expect([1, 2, 8, 9].map(retryDelayMs)).toEqual([3_000, 6_000, 384_000, null]);
  });
});

describe('missingJobDelayMs', () => {
  it('doubles with each failure up to a day', () => {
    expect([1, 2, 40].map(missingJobDelayMs)).toEqual([2 * MINUTE_MS, 4 * MINUTE_MS, DAY_MS]);
  });
});

describe('jobDelayMs', () => {
  it('grows with the age of the newest build', () => {
    const now = 100 * DAY_MS;
    const delays = [now, now - 2 * DAY_MS, now - 8 * DAY_MS, null].map((newest) => jobDelayMs(newest, now));
    expect(delays).toEqual([MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 60 * MINUTE_MS]);
  });
});
