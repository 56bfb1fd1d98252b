const MAX_LENGTH = 40;
const PLAIN = /^\d{1,9}(?:\.\d{1,20})?$/;

/**
 * Seconds as milliseconds: `0.5`, `1,234.5`, `1.234,5`, `0,25`, `0.5s`, `1e-05`. Null for anything else, as for
 * negative and endless durations.
 */
export function readSeconds(text: string | undefined): number | null {
  if (text !== undefined && PLAIN.test(text)) return toMilliseconds(Number(text));
  if (text === undefined || text.length > MAX_LENGTH) return null;
  const trimmed = text.trim().replace(/\s?s(?:ec(?:onds)?)?$/i, '');
  if (trimmed === '') return null;
  return toMilliseconds(Number(withDecimalPoint(trimmed)));
}

export function toMilliseconds(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds >= 0 && seconds < 1e9 ? Math.round(seconds * 1e6) / 1e3 : null;
}

/** The last comma or point is the decimal one, unless the others are of its kind or three digits follow a comma. */
function withDecimalPoint(text: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma === -1) return text;
  if (point > comma) return text.replaceAll(',', '');
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.');
  const groups = /^\d{1,3}(?:,\d{3}){2,}$/.test(text);
  return groups ? text.replaceAll(',', '') : text.replace(',', '.');
}

/** `hh:mm:ss.fffffff`, with days in front if there are any (`1.02:03:04`). */
export function readTimeSpan(text: string | undefined): number | null {
  const parts = /^(?:(\d{1,6})\.)?(\d{1,2}):(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)$/.exec(text?.trim() ?? '');
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1, 4).map((part) => Number(part ?? 0));
  return toMilliseconds(((days * 24 + hours) * 60 + minutes) * 60 + Number(parts[4]?.replace(',', '.')));
}

export function readLineNumber(text: string | number | undefined): number | null {
  const line = typeof text === 'string' && text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(line) && line > 0 && line < 2 ** 31 ? line : null;
}

const DATE =
  /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[T\s-]+(\d{2})[:.](\d{2})[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/;
/** As Mocha writes it: `Thu, 19 Nov 2026 04:58:52 GMT`. */
const RFC_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} (?:19[9]|20\d)\d \d{2}:\d{2}:\d{2} GMT$/;
const FIRST_YEAR = 1990;

/**
 * ISO 8601 and its relatives in reports, such as Unreal's `2024.01.31-12.00.00`. Without a time zone it is UTC, which
 * most tools mean. Null for what is no date, and for Unreal's year 1, which stands for an unknown time.
 */
export function readDate(text: string | undefined): Date | null {
  if (RFC_DATE.test(text ?? '')) return new Date(text ?? '');
  const parts = DATE.exec(text?.trim() ?? '');
  if (!parts || Number(parts[1]) < FIRST_YEAR) return null;
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', fraction = '0', zone = 'Z'] = parts;
  const offset = zone === 'Z' || zone === 'UTC' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const date = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
