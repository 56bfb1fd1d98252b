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

  it('do not exist unless both ends are set', () => {
    expect(endOfQuiet(1, { timezone: BERLIN, quietFrom: 0, quietUntil: null })).toBe(1);
  });
});

it('the next digest is tomorrow if its hour has passed today', () => {
  expect(nextTime(at('2026-11-17T07:00:00Z'), BERLIN, 9 * 60)).toBe(at('2026-11-17T08:00:00Z'));
  expect(nextTime(at('2026-11-17T08:00:00Z'), BERLIN, 9 * 60)).toBe(at('2026-11-18T08:00:00Z'));
});

it('recognizes time zones by their IANA names', () => {
  expect([isTimeZone('Asia/Tokyo'), isTimeZone('Mars/Base')]).toEqual([true, false]);
});
