import { describe, expect, it } from '@jest/globals';
import { buildBaseline, seenBefore } from './baseline.js';
import { readLines } from './normalize.js';

function seen(baseline: ReturnType<typeof buildBaseline>, text: string) {
  const isSeen = seenBefore(baseline);
  return readLines(text).map((line) => isSeen?.(line));
}

describe('buildBaseline', () => {
  it('recognizes lines whose times, numbers and hashes differ', () => {
    const baseline = buildBaseline('2024-05-01T10:00:00Z took 12 ms at 0xdeadbeef for 8f31c0de9a\n');
    expect(seen(baseline, '2025-01-02T11:11:11Z took 7 ms at 0x1f for 77aa001122')).toEqual([true]);
    expect(seen(baseline, 'took no time')).toEqual([false]);
  });

  it('keeps the lines of earlier builds', () => {
    const both = buildBaseline('second\n', buildBaseline('first\n'));
    expect(seen(both, 'first\nsecond\nthird')).toEqual([true, true, false]);
  });

  it('can be stored as JSON', () => {
    const baseline = buildBaseline('first\n');
    expect(seen(JSON.parse(JSON.stringify(baseline)), 'first')).toEqual([true]);
  });

  it('has a bounded size and fully contains the newest build', () => {
    const words = (name: string) =>
      Array.from(
        { length: 12_000 },
        (_, index) =>
          `${name} ${index.toString(36).replace(/\d/g, (digit) => `q${'abcdefghij'[Number(digit)]}`)}z`,
      ).join('\n');
    const old = buildBaseline(words('old'));
    const both = buildBaseline(words('new'), old);
    expect(JSON.stringify(both).length).toBeLessThan(100_000);
    expect(seen(both, words('new')).every(Boolean)).toBe(true);
  });

  it('matches nothing when the log is empty', () => {
    expect(seenBefore(buildBaseline('\n\n'))).toBeNull();
    expect(seenBefore(null)).toBeNull();
  });
});
