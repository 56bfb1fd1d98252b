const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Reads the times that tools send: ISO 8601 and its variants (a space for the T, slashes for the dashes, ` UTC`,
 * `+0000`), dates as in mail headers, and epoch seconds or milliseconds as a number or digits. A time without a zone is
 * UTC. Null if the time cannot be read or is outside 1970 to 2100.
 */
export function readProviderTime(value: unknown): number | null {
  const millis = Math.trunc(toMillis(value));
  return Number.isFinite(millis) && millis > EARLIEST && millis < LATEST ? millis : null;
}

/** Epoch seconds stay below this until the year 5138; epoch milliseconds have been above it since 1973. */
const SECONDS_CEILING = 100_000_000_000;

function toMillis(value: unknown): number {
  if (typeof value === 'string') return textToMillis(value.trim());
  if (typeof value !== 'number') return Number.NaN;
  return value < SECONDS_CEILING ? value * 1000 : value;
}

const DIGITS = /^[0-9]+(\.[0-9]+)?$/;
const DATE_TIME =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** `Mon, 02 Nov 2026 10:00:00 GMT`, and `Mon Nov  2 10:00:00 2026` as date(1) prints it. */
const MAIL_DATE =
  /^[A-Z][a-z]{2},? +(?:\d{1,2} +[A-Z][a-z]{2} +\d{4} +[\d:]{8}|[A-Z][a-z]{2} +\d{1,2} +[\d:]{8} +\d{4})( +(?:UTC|GMT|[+-]\d{4}))?$/;

/** Only known formats are passed to Date.parse, which reads almost any text with a number as a date in local time. */
function textToMillis(text: string): number {
  if (DIGITS.test(text)) return toMillis(Number(text));
  const parts = DATE_TIME.exec(text);
  if (parts !== null) {
    const [, year, month, day, time = '00:00', zone = 'Z'] = parts;
    return Date.parse(`${year}-${month}-${day}T${time}${isoZone(zone)}`);
  }
  const mail = MAIL_DATE.exec(text);
  if (mail === null) return Number.NaN;
  return Date.parse(mail[1] === undefined ? `${text} UTC` : text);
}

function isoZone(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}
