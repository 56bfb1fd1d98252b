import { describe, expect, it } from '@jest/globals';
import { LocalCounter } from './counters.js';

const MINUTE_MS = 60_000;
let now = 0;
const limit = { clock: { now: () => now }, limit: 10, windowMs: 15 * MINUTE_MS };

function add(counter: LocalCounter, key: string, times: number): void {
  for (let count = 0; count < times; count += 1) counter.add(key);
}

describe('a counter in memory', () => {
  it('blocks a key at its limit until the window of its first request ends, and no other key', () => {
    const counter = new LocalCounter(limit);
    add(counter, '192.0.2.1', 9);
    expect(counter.wait('192.0.2.1')).toBeNull();
    now += 5 * MINUTE_MS;
    add(counter, '192.0.2.1', 1);
    expect(counter.wait('192.0.2.1')).toBe(600);
    expect(counter.wait('192.0.2.2')).toBeNull();
    now += 10 * MINUTE_MS - 1;
    expect(counter.wait('192.0.2.1')).toBe(1);
    now += 1;
    expect(counter.wait('192.0.2.1')).toBeNull();
    add(counter, '192.0.2.1', 9);
    expect(counter.wait('192.0.2.1')).toBeNull();
  });

  it('counts what it allows, not what it refuses', () => {
    const counter = new LocalCounter({ ...limit, limit: 2 });
    expect([1, 2, 3].map(() => counter.take(7))).toEqual([null, null, 900]);
    now += 15 * MINUTE_MS;
    expect([1, 2, 3].map(() => counter.take(7))).toEqual([null, null, 900]);
  });

  it('blocks no key for longer than a window, even if the clock is set back', () => {
    const counter = new LocalCounter(limit);
    add(counter, 'a', 10);
    now -= 24 * 60 * MINUTE_MS;
    expect(counter.wait('a')).toBeNull();
  });

  it('remembers a bounded number of keys', () => {
    const counter = new LocalCounter({ ...limit, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) add(counter, key, 10);
    expect(['a', 'b', 'c'].map((key) => counter.wait(key))).toEqual([null, 900, 900]);
  });
});
