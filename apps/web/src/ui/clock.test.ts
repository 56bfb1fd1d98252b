import { afterAll, expect, it } from '@jest/globals';
import { dayLabel, groupByDay } from '../data/feed-rows.js';
import { localDay, setTimeZone } from './clock.js';
import { exactTime } from './format.js';

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
