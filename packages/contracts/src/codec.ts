import Type, { type TSchema, type TUnsafe } from 'typebox';
import type { ApiErrorCode } from './errors.js';

/** Why a value was refused; `code` is one from the error table. */
export interface Refusal {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The result of reading a value. `flaw` says what is wrong with it, after the name of the parameter or field. */
export type Reading<T> = { readonly value: T } | { readonly problem: Refusal } | { readonly flaw: string };

/**
 * How a query parameter or a field of a body is documented and read. Everything that clients, tools and pages offer for
 * it follows from the schema.
 */
export interface Codec<T> {
  readonly schema: TSchema;
  read(value: unknown): Reading<T>;
}

/** A codec. `decode` returns undefined for a value that is refused; `refusal` says why: a flaw, or an error of its own. */
export function codec<T>(
  schema: TSchema,
  refusal: string | Refusal,
  decode: (value: unknown) => T | undefined,
): Codec<T> {
  const refused = typeof refusal === 'string' ? { flaw: refusal } : { problem: refusal };
  return {
    schema,
    read(value) {
      const decoded = decode(value);
      return decoded === undefined ? refused : { value: decoded };
    },
  };
}

/** A codec for values that are kept as they are, unless `flawOf` finds a flaw. */
export function checkedCodec<T>(schema: TSchema, flawOf: (value: unknown) => string | null): Codec<T> {
  return {
    schema,
    read(value) {
      const flaw = flawOf(value);
      return flaw === null ? { value: value as T } : { flaw };
    },
  };
}

export type CodecValue<C> = C extends Codec<infer T> ? T : never;

export function schemasOf<const F extends Readonly<Record<string, Codec<unknown>>>>(fields: F) {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, Type.Unsafe(schema)]);
  return Object.fromEntries(schemas) as { -readonly [K in keyof F]: TUnsafe<CodecValue<F[K]>> };
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
export function outsideSet(set: ClosedSet, values: readonly string[]): Refusal {
  const { code, listed } = CLOSED_SETS[set];
  return { code, message: `${set} must be one of ${values.join(', ')}.`, extra: { [listed]: [...values] } };
}
