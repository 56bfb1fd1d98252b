import Type from 'typebox';
import { countField, idField, setField, someOfField, timeField } from './body-fields.js';
import { type ClosedSet, type Codec, codec } from './codec.js';

/** One query parameter. It reads a single text. */
export interface Parameter<T> extends Codec<T> {
  readonly description: string;
  /** What the text means, where the schema cannot say it. */
  readonly kind?: 'flag' | 'time';
  /** Takes several values, as an array or comma-separated; they are joined with commas before reading. */
  readonly many?: boolean;
  /** A number outside the range is moved to the nearer end. */
  readonly range?: readonly [minimum: number, maximum: number];
  /** Accepted for clients that send it, but not offered anywhere else. */
  readonly hasNoEffect?: true;
  /** The parameter is ignored if this other one is sent. */
  readonly ignoredWith?: string;
  /** The parameter is refused if this other one is sent too. */
  readonly conflictsWith?: string;
}

/** An endpoint's query parameters, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a parameter set; a parameter that was not sent is undefined. */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

/** The page size of a request without `limit`. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 50;

/** Reads a number where the text matches `digits`; the codec refuses other text. */
export function numeric<T>({ schema, read }: Codec<T>, digits: RegExp): Codec<T> {
  const toNumber = (text: string) => Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE));
  return { schema, read: (text) => read(digits.test(String(text)) ? toNumber(String(text)) : text) };
}

/** A positive integer, clamped to `max`; zero, signs and fractions are refused. */
export function countParameter(description: string, max: number, defaultValue?: number): Parameter<number> {
  const count = countField(max, defaultValue === undefined ? {} : { default: defaultValue });
  return { ...numeric(count, /^[0-9]+$/), description, range: [1, max] };
}

export function limitParameter(): Parameter<number> {
  return countParameter(`Page size; at most ${MAX_PAGE_SIZE}.`, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE);
}

/** Any text. PostgreSQL refuses NUL, so it becomes a character that no stored text contains. */
export function textParameter(description: string): Parameter<string> {
  const text = codec(Type.String(), 'must be text', (value) => String(value).replaceAll('\0', '\uFFFD'));
  return { ...text, description };
}

/** The end of the previous page. The handler verifies it, because a cursor belongs to one list and its filters. */
export const cursorParameter = () =>
  textParameter('The `pagination.next_cursor` of the previous page, unchanged.');

export const timeZoneParameter = () =>
  textParameter('The time zone whose days are counted, such as Europe/Berlin; UTC if it is not set.');

/** The parameters of a list with cursors. */
export const pageParameters = { limit: limitParameter(), cursor: cursorParameter() };

export function idParameter(description: string): Parameter<number> {
  return { ...numeric(idField(), /^[1-9][0-9]*$/), description };
}

/** Comma-separated ids of rows that may outnumber a 32-bit integer. */
export function idsParameter(description: string, max: number): Parameter<readonly string[]> {
  const ID = /^[1-9][0-9]{0,15}$/;
  const schema = Type.Array(Type.String({ pattern: ID.source }), { maxItems: max });
  const ids = codec(schema, `must be at most ${max} comma-separated ids`, (text) => {
    const written = String(text).split(',');
    return written.length <= max && written.every((each) => ID.test(each)) ? written : undefined;
  });
  return { ...ids, description: `${description} Comma-separated, at most ${max}.` };
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** true, false, 1 or 0, ignoring case. */
export function flagParameter(description: string): Parameter<boolean> {
  const schema = Type.String({ pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$' });
  const flag = codec(schema, 'must be true, false, 1 or 0', (text) => FLAGS.get(String(text).toLowerCase()));
  return { ...flag, description, kind: 'flag' };
}

/** A time, in UTC unless it has an offset; a date alone means the start of that day. */
export function timeParameter(description: string): Parameter<Date> {
  return { ...timeField(), description, kind: 'time' };
}

/** Selects rows updated at or after a time. */
export function updatedSinceParameter(): Parameter<Date> {
  return timeParameter('Only rows updated at or after this ISO 8601 time or date; UTC unless it has an offset.');
}

/** One value from a closed set. */
export function oneOf<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  description: string,
): Parameter<V[number]> {
  return { ...setField(set, values), description };
}

/** Comma-separated values from a closed set; any unknown value is an error. */
export function someOf<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  description: string,
): Parameter<readonly V[number][]> {
  const words = someOfField(set, values, Type.Array(Type.Enum([...values])));
  return { ...words, description: `${description} Comma-separated.` };
}
