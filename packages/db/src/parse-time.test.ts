import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTime } from './parse-time.js';

describe('a timestamptz', () => {
  it.each([
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.67+00', '2026-01-02T03:04:05.670Z'],
    ['2026-01-02 03:04:05.678901+00', '2026-01-02T03:04:05.678Z'],
    ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
    ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
    ['2026-01-02 03:04:05.678+05:30', '2026-01-01T21:34:05.678Z'],
    ['12026-01-02 03:04:05+00', '+012026-01-02T03:04:05.000Z'],
    ['0001-01-01 00:00:00+00 BC', '0000-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseTime(text).toISOString()).toBe(expected);
  });

  it('is read back exactly, to the millisecond', () => {
    const min = new Date('0100-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min, max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }), (time) => {
        const [day, clock = ''] = time.toISOString().split('T');
        // PostgreSQL omits zeros at the end.
        const text = `${day} ${clock.slice(0, -1).replace(/\.?0+$/, '')}`;
        expect(parseTime(`${text}+00`)).toEqual(time);
      }),
    );
  });
});
