import Type, { type TSchema } from 'typebox';
import type { ApiErrorCode } from './errors.js';
import { readTimestamp } from './timestamps.js';

/** Why a value was refused, in the words of the error table. */
export interface Problem {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What reading a value gave. */
export type ReadResult<T> = { readonly value: T } | { readonly problem: Problem };

/** One query parameter: how it is documented and how its single string value is read. */
export interface Parameter<T> {
  /** Of one value; of an array where values are comma-separated. */
  readonly schema: TSchema;
  readonly description: string;
  /** Takes several values, as an array or comma-separated; they are joined by commas before reading. */
  readonly many?: boolean;
  /** Not even read when this other parameter was sent. */
  readonly ignoredWith?: string;
  /** Refused when this other parameter was sent too. */
  readonly conflictsWith?: string;
  read(raw: string, name: string): ReadResult<T>;
}

/** A list's parameters by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a parameter set; each is undefined when it was not sent. */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

/** A problem with a value's form. */
export function invalidParameter(message: string): { problem: Problem } {
  return { problem: { code: 'invalid_parameter', message } };
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** A positive integer, clamped to `max`; zero, signs and fractions are refused. */
export function countParameter(description: string, max: number, defaultValue?: number): Parameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, ...(defaultValue === undefined ? {} : { default: defaultValue }) }),
    description,
    read(raw, name) {
      if (!/^[0-9]+$/.test(raw) || /^0+$/.test(raw))
        return invalidParameter(`${name} must be a positive integer.`);
      return { value: Math.min(Number(raw), max) };
    },
  };
}

/** The page size. */
export function limitParameter(): Parameter<number> {
  return countParameter(`Page size; at most ${MAX_LIMIT}.`, MAX_LIMIT, DEFAULT_LIMIT);
}

/** The page size that applies when none was sent. */
export function pageSize(limit: number | undefined): number {
  return limit ?? DEFAULT_LIMIT;
}

/** Where the page before ended; checked when the list is read, since it is bound to the list and its filters. */
export function cursorParameter(): Parameter<string> {
  return {
    schema: Type.String(),
    description: 'The `pagination.next_cursor` of the page before, unchanged.',
    read: (raw) => ({ value: raw }),
  };
}

/** Text that filters as it is; NUL, which no stored text holds, becomes a character that matches nothing. */
export function textParameter(description: string): Parameter<string> {
  return { schema: Type.String(), description, read: (raw) => ({ value: raw.replaceAll('\0', '\uFFFD') }) };
}

const MAX_INT4 = 2_147_483_647;

/** A row's id. */
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

/** true, false, 1 or 0, in any case. */
export function flagParameter(description: string): Parameter<boolean> {
  return {
    schema: Type.String({ pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$' }),
    description,
    read(raw, name) {
      const word = raw.toLowerCase();
      if (word === 'true' || word === '1') return { value: true };
      if (word === 'false' || word === '0') return { value: false };
      return invalidParameter(`${name} must be true, false, 1 or 0.`);
    },
  };
}

/** A moment: UTC unless it has an offset; a date alone is the start of that day. */
export function timeParameter(description: string): Parameter<Date> {
  return {
    schema: Type.String(),
    description,
    read(raw, name) {
      const value = readTimestamp(raw);
      return value === null ? invalidParameter(`${name} must be an ISO 8601 time or date.`) : { value };
    },
  };
}

/** Rows updated at or after a moment. */
export function updatedSinceParameter(): Parameter<Date> {
  return timeParameter(
    'Only what was updated at or after this ISO 8601 time (UTC unless it has an offset) or date.',
  );
}

/** The closed sets that filters and bodies take, by parameter name: how a stranger is refused. */
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

/** The refusal of a value outside its closed set, listing the set. */
export function outsideSet(set: ClosedSet, values: readonly string[]): { problem: Problem } {
  const { code, listed } = CLOSED_SETS[set];
  const message = `${set} must be one of ${values.join(', ')}.`;
  return { problem: { code, message, extra: { [listed]: [...values] } } };
}

/** One value of a closed set, case-sensitive. */
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

/** Comma-separated values of a closed set; one stranger refuses them all. */
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
