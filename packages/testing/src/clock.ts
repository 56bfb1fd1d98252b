import type { Clock } from '@slipway/domain';

/** A clock that only the test moves. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  set(time: Date | string | number): void;
}

/** Starts at the same time in every run: a Thursday noon, UTC. */
export function testClock(start: Date | string | number = '2026-01-15T12:00:00.000Z'): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => time,
    advance(ms) {
      time += ms;
    },
    set(to) {
      time = new Date(to).getTime();
    },
  };
}
