/** The time that begins a line, taken apart so that it can be written again exactly. */
export interface TimeStamp {
  /** How it is written; see `writeStamp`. */
  readonly form: string;
  readonly seconds: number;
  /** The digits after the seconds, as a number. */
  readonly fraction: number;
}

const ISO = /^(\[?)(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)(?:([.,])(\d{1,9}))?(Z?)/;
const UNREAL = /^\[(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d):(\d{3})\]/;
/** Without a date, as Jenkins' Timestamper writes it. */
const CLOCK = /^(\[?)(\d\d):(\d\d):(\d\d)(?:([.,])(\d{1,9}))?/;

const UNREAL_FORM = 'u';
/** Stands for a part that is not written. */
const NONE = '-';

/** The time at the start of a line and its length in characters; null if there is none that can be written again exactly. */
export function readStamp(line: string): { stamp: TimeStamp; length: number } | null {
  if (!mayBegin(line.charCodeAt(0))) return null;
  const found = readIso(line) ?? readUnreal(line) ?? readClock(line);
  if (found === null) return null;
  const { length } = found;
  // A 30 February would come back as 2 March.
  return Number.isNaN(found.stamp.seconds) || writeStamp(found.stamp) !== line.slice(0, length) ? null : found;
}

/** Whether a time can begin with this character: a digit or a bracket. Most lines need no further look. */
const mayBegin = (code: number) => (code >= 0x30 && code <= 0x39) || code === 0x5b;

function readIso(line: string) {
  const [all, open, date, separator, time, point, digits = '', zone] = ISO.exec(line) ?? [];
  if (all === undefined) return null;
  const form = `i${open || NONE}${separator}${point || NONE}${digits.length}${zone || NONE}`;
  const seconds = Date.parse(`${date}T${time}Z`) / 1_000;
  return { stamp: { form, seconds, fraction: Number(digits) }, length: all.length };
}

function readUnreal(line: string) {
  const [all, year, month, day, hours, minutes, seconds, ms] = UNREAL.exec(line) ?? [];
  if (all === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`) / 1_000;
  return { stamp: { form: UNREAL_FORM, seconds: at, fraction: Number(ms) }, length: all.length };
}

function readClock(line: string) {
  const [all, open, hours, minutes, seconds, point, digits = ''] = CLOCK.exec(line) ?? [];
  if (all === undefined) return null;
  const form = `c${open || NONE}${NONE}${point || NONE}${digits.length}${NONE}`;
  const at = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return { stamp: { form, seconds: at, fraction: Number(digits) }, length: all.length };
}

export function writeStamp({ form, seconds, fraction }: TimeStamp): string {
  if (!Number.isFinite(seconds)) return '';
  const iso = new Date(seconds * 1_000).toISOString();
  const [date = '', time = ''] = [iso.slice(0, 10), iso.slice(11, 19)];
  if (form === UNREAL_FORM)
    return `[${date.replaceAll('-', '.')}-${time.replaceAll(':', '.')}:${String(fraction).padStart(3, '0')}]`;
  const [kind, open, separator, point, digits, zone] = [...form].map((part) => (part === NONE ? '' : part));
  const decimals = point ? `${point}${String(fraction).padStart(Number(digits), '0')}` : '';
  return `${open}${kind === 'i' ? `${date}${separator}` : ''}${time}${decimals}${zone}`;
}

/** The time in milliseconds since 1970; null if the line has no date. */
export function timeOf({ form, seconds, fraction }: TimeStamp): number | null {
  if (form.startsWith('c')) return null;
  const digits = form === UNREAL_FORM ? 3 : Number(form[4]);
  return seconds * 1_000 + Math.floor(fraction / 10 ** Math.max(0, digits - 3)) * 10 ** Math.max(0, 3 - digits);
}
