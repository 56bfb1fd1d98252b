import Type, { type TSchema } from 'typebox';
import type { ApiErrorCode } from './errors.js';
import { readTimestamp } from './timestamps.js';

/** Why a value was refused; `code` is one from the error table. */
export interface Refusal {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The result of reading a value. */
export type ReadResult<T> = { readonly value: T } | { readonly problem: Refusal };

/** One query parameter: how it is documented, and how its single string value is read. */
export interface Parameter<T> {
  /** The schema of one value, or of an array if values are comma-separated. */
  readonly schema: TSchema;
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
  read(raw: string, name: string): ReadResult<T>;
}

/** An endpoint's query parameters, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a parameter set; a parameter that was not sent is undefined. */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

/** The error for a malformed value. */
export function invalidParameter(message: string): { problem: Refusal } {
  return { problem: { code: 'invalid_parameter', message } };
}

/** The page size of a request without `limit`. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 50;

/** A positive integer, clamped to `max`; zero, signs and fractions are refused. */
export function countParameter(description: string, max: number, defaultValue?: number): Parameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, ...(defaultValue === undefined ? {} : { default: defaultValue }) }),
    description,
    range: [1, max],
    read(raw, name) {
      if (!/^[0-9]+$/.test(raw) || /^0+$/.test(raw))
        return invalidParameter(`${name} must be a positive integer.`);
      return { value: Math.min(Number(raw), max) };
    },
  };
}

/** The page size. */
export function limitParameter(): Parameter<number> {
  return countParameter(`Page size; at most ${MAX_PAGE_SIZE}.`, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE);
}

/** The end of the previous page. The handler verifies it, because a cursor belongs to one list and its filters. */
export function cursorParameter(): Parameter<string> {
  return {
    schema: Type.String(),
    description: 'The `pagination.next_cursor` of the previous page, unchanged.',
    read: (raw) => ({ value: raw }),
  };
}

/** Text to compare with. PostgreSQL refuses NUL, so it becomes a character that no stored text contains. */
export function textParameter(description: string): Parameter<string> {
  return { schema: Type.String(), description, read: (raw) => ({ value: raw.replaceAll('\0', '\uFFFD') }) };
}

export const timeZoneParameter = () =>
  textParameter('The time zone whose days are counted, such as Europe/Berlin; UTC if it is not set.');

const MAX_INT4 = 2_147_483_647;

/** The id of a row. */
export function idParameter(description: string): Parameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, maximum: MAX_INT4 }),
    description,
    read(raw, name) {
      const isId = /^[1-9][0-9]{0,9}$/.test(raw) && Number(raw) <= MAX_INT4;
      return isId ? { value: Number(raw) } : invalidParameter(`${name} must be an id.`);
    },
  };
}

/** Comma-separated ids of rows that may outnumber a 32-bit integer. */
export function idsParameter(description: string, max: number): Parameter<readonly string[]> {
  return {
    schema: Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,15}$' }), { maxItems: max }),
    description: `${description} Comma-separated, at most ${max}.`,
    read(raw, name) {
      const ids = raw.split(',');
      const areIds = ids.length <= max && ids.every((id) => /^[1-9][0-9]{0,15}$/.test(id));
      return areIds ? { value: ids } : invalidParameter(`${name} must be at most ${max} comma-separated ids.`);
    },
  };
}

/** true, false, 1 or 0, ignoring case. */
export function flagParameter(description: string): Parameter<boolean> {
  return {
    schema: Type.String({ pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$' }),
    description,
    kind: 'flag',
    read(raw, name) {
      const word = raw.toLowerCase();
      if (word === 'true' || word === '1') return { value: true };
      if (word === 'false' || word === '0') return { value: false };
      return invalidParameter(`${name} must be true, false, 1 or 0.`);
    },
  };
}

/** A time, in UTC unless it has an offset; a date alone means the start of that day. */
export function timeParameter(description: string): Parameter<Date> {
  return {
    schema: Type.String(),
    description,
    kind: 'time',
    read(raw, name) {
      const value = readTimestamp(raw);
      return value === null ? invalidParameter(`${name} must be an ISO 8601 time or date.`) : { value };
    },
  };
}

/** Selects rows updated at or after a time. */
export function updatedSinceParameter(): Parameter<Date> {
  return timeParameter('Only rows updated at or after this ISO 8601 time or date; UTC unless it has an offset.');
}

/** The error code for a value outside a closed set, and the field that lists the set, by parameter name. */
export const CLOSED_SETS = {
  state: { code: 'invalid_state', listed: 'valid_states' },
  status: { code: 'invalid_status', listed: 'valid_statuses' },
  platform: { code: 'invalid_platform', listed: 'valid_platforms' },
  build_type: { code: 'invalid_build_type', listed: 'valid_build_types' },
  target_type: { code: 'invalid_target_type', listed: 'valid_target_types' },
  asset_type: { code: 'invalid_asset_type', listed: 'valid_asset_types' },
  source_type: { code: 'invalid_source_type', listed: 'valid_source_types' },
  task_type: { code: 'invalid_task_type', listed: 'valid_task_types' },
  priority: { code: 'invalid_priority', listed: 'valid_priorities' },
  outcome: { code: 'invalid_outcome', listed: 'valid_outcomes' },
  kind: { code: 'invalid_kind', listed: 'valid_kinds' },
} as const satisfies Record<string, { code: ApiErrorCode; listed: string }>;

export type ClosedSet = keyof typeof CLOSED_SETS;

/** The error for a value outside its closed set; it lists the set. */
export function outsideSet(set: ClosedSet, values: readonly string[]): { problem: Refusal } {
  const { code, listed } = CLOSED_SETS[set];
  const message = `${set} must be one of ${values.join(', ')}.`;
  return { problem: { code, message, extra: { [listed]: [...values] } } };
}

/** One value from a closed set, case-sensitive. */
export function oneOf<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  description: string,
): Parameter<V[number]> {
  return {
    schema: Type.Enum([...values]),
    description,
    read: (raw) => (values.includes(raw) ? { value: raw as V[number] } : outsideSet(set, values)),
  };
}

/** Comma-separated values from a closed set; any unknown value is an error. */
export function someOf<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  description: string,
): Parameter<readonly V[number][]> {
  return {
    schema: Type.Array(Type.Enum([...values])),
    description: `${description} Comma-separated.`,
    read(raw) {
      const tokens = raw.split(',');
      return tokens.every((token) => values.includes(token))
        ? { value: [...new Set(tokens)] as V[number][] }
        : outsideSet(set, values);
    },
  };
}
