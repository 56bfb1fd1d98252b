const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/** The parts of an ISO 8601 time: the date, the time of day in milliseconds, and the offset if it has one. */
export interface WrittenTime {
  readonly date: string;
  readonly time: string;
  readonly offset: string | null;
}

/** Splits an ISO 8601 time into its parts; null if the text is not one, or if its day or hour does not exist. */
export function readWrittenTime(text: string): WrittenTime | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, date = '', hour = '', minute = '', second = '00', fraction = '', offset] = match;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const normalized = offset === undefined ? null : readOffset(offset);
  if (normalized === undefined) return null;
  return { date, time: `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`, offset: normalized };
}

/** Reads an ISO 8601 time, in UTC unless it has an offset, or a date, which means the start of that UTC day. */
export function readTimestamp(text: string): Date | null {
  if (DATE.test(text)) return isDate(text) ? new Date(`${text}T00:00:00.000Z`) : null;
  const written = readWrittenTime(text);
  return written === null ? null : new Date(`${written.date}T${written.time}${written.offset ?? 'Z'}`);
}

/** Whether the date exists, in a year that PostgreSQL and JavaScript both accept. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && !text.startsWith('0000');
}

/** `+05`, `+0530` and `+05:30` as `+05:30`; undefined if no such offset exists. */
function readOffset(text: string): string | undefined {
  if (/^z$/i.test(text)) return 'Z';
  const hours = text.slice(1, 3);
  const minutes = text.slice(3).replace(':', '') || '00';
  return Number(hours) <= 23 && Number(minutes) <= 59 ? `${text[0]}${hours}:${minutes}` : undefined;
}
