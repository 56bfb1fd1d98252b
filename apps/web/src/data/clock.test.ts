import { afterAll, expect, it } from '@jest/globals';
import { localDay, setTimeZone, startOfDay } from '../words/clock.js';
import { exactTime } from '../words/format.js';
import { dayLabel, groupByDay } from './feed-rows.js';

afterAll(() => setTimeZone(null));

it('every time, and every day of the feed, is in the zone that the person chose', () => {
  const time = new Date('2026-11-18T23:30:00Z');
  const event = { timestamp: time.toISOString(), cursor_key: 'k' } as Parameters<typeof groupByDay>[0][number];
  setTimeZone('Asia/Tokyo');
  expect([localDay(time), exactTime(time).includes('8:30:00')]).toEqual(['2026-11-19', true]);
  expect(groupByDay([event])[0]?.key).toBe('2026-11-19');
  expect(dayLabel(time, new Date('2026-11-19T01:00:00Z'))).toBe('Today');
  setTimeZone('America/New_York');
  expect(localDay(time)).toBe('2026-11-18');
  expect(dayLabel(time, new Date('2026-11-19T06:00:00Z'))).toBe('Yesterday');
});

it.each([
  ['UTC', '2026-11-18', '2026-11-18T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-18', '2026-11-17T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-18', '2026-11-17T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-18', '2026-11-18T11:00:00.000Z'],
  // Clocks go from midnight to one o'clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s, %s begins at %s', (zone, day, start) => {
  setTimeZone(zone);
  expect(startOfDay(day).toISOString()).toBe(start);
});
