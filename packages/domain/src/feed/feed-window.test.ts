import { describe, expect, it } from '@jest/globals';
import { readWrittenTime } from '@slipway/contracts';
import { feedStart } from './feed-key.js';

const EASTERN = 'America/New_York';
const now = Date.parse('2026-11-15T12:00:00Z');

function startOf(text: string, from = now, zone = EASTERN): string {
  const since = readWrittenTime(text) ?? undefined;
  return new Date(feedStart({ since, days_back: 3 }, zone, from)).toISOString();
}

describe('feedStart', () => {
  it('counts days back from now, seven by default', () => {
    const start = (days_back: number | undefined) =>
      new Date(feedStart({ since: undefined, days_back }, EASTERN, now));
    expect(start(undefined).toISOString()).toBe('2026-11-08T12:00:00.000Z');
    expect(start(1).toISOString()).toBe('2026-11-14T12:00:00.000Z');
    expect(start(90).toISOString()).toBe('2026-08-17T12:00:00.000Z');
  });

  it.each([
    ['2026-11-10T09:00:00Z', '2026-11-10T09:00:00.000Z'],
    ['2026-11-10T09:00:00+05:30', '2026-11-10T03:30:00.000Z'],
    ['2026-11-10T09:00:00-05:00', '2026-11-10T14:00:00.000Z'],
    ['2026-11-10T09:00', '2026-11-10T14:00:00.000Z'],
    ['2026-10-10 09:00:00.250', '2026-10-10T13:00:00.250Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(startOf(text)).toBe(expected);
  });

  it.each([
    ['the last minute before clocks go back', '2026-11-01T00:59:59', '2026-11-01T04:59:59.000Z'],
    ['the first of an hour that occurs twice', '2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
    ['the end of the hour that occurs twice', '2026-11-01T01:59:59.999', '2026-11-01T05:59:59.999Z'],
    ['the first minute that is unambiguous again', '2026-11-01T02:00:00', '2026-11-01T07:00:00.000Z'],
  ])('reads %s in autumn', (_, text, expected) => {
    expect(startOf(text)).toBe(expected);
  });

  it.each([
    ['the last minute before clocks go forward', '2026-03-08T01:59:59', '2026-03-08T06:59:59.000Z'],
    ['an hour that is skipped, moved by the gap', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
    ['the first minute of summer time', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
  ])('reads %s in spring', (_, text, expected) => {
    expect(startOf(text, Date.parse('2026-03-20T00:00:00Z'))).toBe(expected);
  });

  it("uses the account's time zone", () => {
    expect(startOf('2026-11-10T09:00', now, 'Europe/Berlin')).toBe('2026-11-10T08:00:00.000Z');
  });

  it('reaches back at most 90 days', () => {
    for (const text of [
      '2026-08-17T11:59:59.999Z',
      '2020-01-01T00:00:00',
      '0001-01-01T00:00',
      '0001-01-01T00:00+23:59',
    ]) {
      expect(startOf(text)).toBe('2026-08-17T12:00:00.000Z');
    }
    expect(startOf('2026-08-17T12:00:00.001Z')).toBe('2026-08-17T12:00:00.001Z');
  });

  it('may be in the future', () => {
    expect(startOf('2027-01-01T00:00:00Z')).toBe('2027-01-01T00:00:00.000Z');
    expect(startOf('9999-12-31T23:59:59')).toBe('+010000-01-01T04:59:59.000Z');
  });
});
