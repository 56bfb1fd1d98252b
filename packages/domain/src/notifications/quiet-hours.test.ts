import { describe, expect, it } from '@jest/globals';
import { endOfQuiet, isTimeZone, nextTime } from './quiet-hours.js';

const at = (text: string) => Date.parse(text);
const BERLIN = 'Europe/Berlin';

describe('quiet hours', () => {
  const night = { timezone: BERLIN, quietFrom: 22 * 60, quietUntil: 7 * 60 };

  it.each([
    ['in the evening', '2026-11-17T21:30:00Z', '2026-11-18T06:00:00Z'],
    ['after midnight', '2026-11-18T02:00:00Z', '2026-11-18T06:00:00Z'],
  ])('hold an email back %s until the morning', (_, now, end) => {
    expect(endOfQuiet(at(now), night)).toBe(at(end));
  });

  it('let an email through during the day', () => {
    const now = at('2026-11-17T12:00:00Z');
    expect(endOfQuiet(now, night)).toBe(now);
  });

  it('end at the same hour of the clock when daylight saving time begins', () => {
    expect(endOfQuiet(at('2026-03-29T00:30:00Z'), night)).toBe(at('2026-03-29T05:00:00Z'));
  });

  it.each([
    ['the first', '2026-10-25T00:15:00Z', '2026-10-25T00:30:00Z'],
    ['the second', '2026-10-25T01:15:00Z', '2026-10-25T01:30:00Z'],
  ])('that end in the hour that happens twice end in %s when it is quiet', (_, now, end) => {
    expect(endOfQuiet(at(now), { ...night, quietUntil: 2 * 60 + 30 })).toBe(at(end));
  });

  it('that end in the hour that does not happen end after it', () => {
    const quiet = { ...night, quietUntil: 2 * 60 + 30 };
    expect(endOfQuiet(at('2026-03-29T00:59:00Z'), quiet)).toBe(at('2026-03-29T01:30:00Z'));
    expect(endOfQuiet(at('2026-03-29T01:00:00Z'), quiet)).toBe(at('2026-03-29T01:00:00Z'));
  });

  it('do not exist unless both ends are set', () => {
    expect(endOfQuiet(1, { timezone: BERLIN, quietFrom: 0, quietUntil: null })).toBe(1);
  });
});

it('the next digest is tomorrow if its hour has passed today', () => {
  expect(nextTime(at('2026-11-17T07:00:00Z'), BERLIN, 9 * 60)).toBe(at('2026-11-17T08:00:00Z'));
  expect(nextTime(at('2026-11-17T08:00:00Z'), BERLIN, 9 * 60)).toBe(at('2026-11-18T08:00:00Z'));
});

it.each([
  ['happens twice', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
  ['does not happen', '2026-03-28T12:00:00Z', ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z']],
])('a digest whose hour %s comes once that day', (_, now, expected) => {
  const first = nextTime(at(now), BERLIN, 2 * 60 + 30);
  expect([first, nextTime(first, BERLIN, 2 * 60 + 30)]).toEqual(expected.map(at));
});

it('recognizes time zones by their IANA names', () => {
  expect([isTimeZone('Asia/Tokyo'), isTimeZone('Mars/Base')]).toEqual([true, false]);
});
