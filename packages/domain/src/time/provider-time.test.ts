import { describe, expect, it } from '@jest/globals';
import { readProviderTime } from './provider-time.js';

describe('readProviderTime', () => {
  it.each([
    ['ISO 8601', '2026-11-02T10:00:00Z'],
    ['ISO 8601 to the millisecond', '2026-11-02T10:00:00.000Z'],
    ['a time finer than a millisecond', '2026-11-02T10:00:00.000489Z'],
    ['a time with an offset', '2026-11-02T06:00:00-04:00'],
    ['an offset with half an hour', '2026-11-02T15:30:00+05:30'],
    ['an offset without a colon, as Jira sends it', '2026-11-02T10:00:00.000+0000'],
    ['an offset of hours only', '2026-11-02T11:00:00+01'],
    ['a space and UTC, as GitLab sends it', '2026-11-02 10:00:00 UTC'],
    ['a space and an offset', '2026-11-02 11:00:00 +0100'],
    ['a time without a zone as UTC', '2026-11-02T10:00:00'],
    ['a time without a zone and seconds', '2026-11-02 10:00'],
    ['slashes, as Perforce sends it', '2026/11/02 10:00:00'],
    ['the date of a mail header', 'Mon, 02 Nov 2026 10:00:00 GMT'],
    ['the date of a mail header with an offset', 'Mon, 02 Nov 2026 11:00:00 +0100'],
    ['the output of date(1)', 'Mon Nov  2 10:00:00 2026'],
    ['a time with surrounding white space', ' 2026-11-02T10:00:00Z\n'],
    ['epoch seconds', 1_793_613_600],
    ['epoch seconds in digits', '1793613600'],
    ['epoch seconds with a fraction', 1_793_613_600.000_4],
    ['epoch milliseconds', 1_793_613_600_000],
    ['epoch milliseconds in digits', '1793613600000'],
  ])('reads %s', (_, value) => {
    expect(readProviderTime(value)).toBe(Date.parse('2026-11-02T10:00:00Z'));
  });

  it('reads a date without a time as the start of that UTC day', () => {
    expect(readProviderTime('2026-11-02')).toBe(Date.parse('2026-11-02T00:00:00Z'));
  });

  it.each([
    '',
    'soon',
    'build 7',
    'tuesday 5',
    '%timestamp%',
    '2026-13-40T10:00:00Z',
    '2026-11-02T99:00:00Z',
    'Mon Nov  2 10:00:00 CET 2026',
    '2150-01-01T00:00:00Z',
    '-5',
    -5,
    0,
    0.0005,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    null,
    undefined,
    true,
    {},
    [],
  ])('cannot read %p', (value) => {
    expect(readProviderTime(value)).toBeNull();
  });
});
