import { v7 } from 'uuid';
import type { Random } from './random.js';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** How far back the demo's content reaches. */
const windowMs = 30 * day;

export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/**
 * `count` times in the last 30 days, oldest first, one per slot with some jitter. The slots become shorter toward
 * now, so that the last day is never empty; the newest time is at least `restMs` ago.
 */
export function spread(random: Random, now: Date, count: number, restMs = 20 * minute): Date[] {
  const range = windowMs - restMs - hour;
  return Array.from({ length: count }, (_, index) => {
    const age = ((count - index - 0.1 - 0.8 * random.next()) / count) ** 1.3;
    return new Date(now.getTime() - restMs - Math.round(range * age));
  });
}

/** A time within `maxMs` after `time`, at least a minute ago. */
export function soonAfter(random: Random, time: Date, maxMs: number, now: Date): Date {
  const latest = now.getTime() - minute - time.getTime();
  return after(time, Math.max(second, Math.floor(random.next() * Math.min(maxMs, latest))));
}

/** A version 7 UUID for this time, with bits from the generator. */
export function uuidAt(random: Random, time: Date): string {
  const bytes = Uint8Array.from({ length: 16 }, () => random.int(0, 255));
  return v7({ msecs: time.getTime(), seq: random.int(0, 0x7fffffff), random: bytes });
}
