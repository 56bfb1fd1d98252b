import pg from 'pg';

const TIMESTAMPTZ = 1184;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

const ZERO = 0x30;
const DASH = 0x2d;
const DOT = 0x2e;
const UTC = '+00';
/** The length of `2026-01-02 03:04:05`. */
const SECONDS_END = 19;

/**
 * Reads a timestamptz as PostgreSQL writes it in a UTC session, such as `2026-01-02 03:04:05.678+00`; the driver's parser
 * reads any other form. Digits after the milliseconds are cut off.
 */
export function parseTime(text: string): Date {
  if (!text.endsWith(UTC) || text.charCodeAt(4) !== DASH || text.length < SECONDS_END + UTC.length)
    return parseAny(text);
  const two = (at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
  const year = two(0) * 100 + two(2);
  // Date.UTC takes the years up to 99 for years of the last century.
  if (year < 100) return parseAny(text);
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), millisecondsOf(text)));
}

function millisecondsOf(text: string): number {
  if (text.charCodeAt(SECONDS_END) !== DOT) return 0;
  const end = Math.min(text.length - UTC.length, SECONDS_END + 4);
  let [milliseconds, unit] = [0, 100];
  for (let at = SECONDS_END + 1; at < end; at += 1, unit /= 10)
    milliseconds += (text.charCodeAt(at) - ZERO) * unit;
  return milliseconds;
}
