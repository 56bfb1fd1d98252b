import Type, { type TSchema } from 'typebox';
import { type ClosedSet, outsideSet, type ReadResult, type Refusal } from './parameters.js';

/** The result of reading a body field; `flaw` describes a malformed value and is reported under `details`. */
export type FieldResult<T> = ReadResult<T> | { readonly flaw: string };

/** One field of a request body. */
export interface BodyField<T> {
  readonly schema: TSchema;
  readonly required?: boolean;
  read(value: unknown): FieldResult<T>;
}

/** A required field. */
export interface RequiredField<T> extends BodyField<T> {
  readonly required: true;
}

export type BodyFields = Readonly<Record<string, BodyField<unknown>>>;

/** A request body: its fields, at the top level or under the key `wrapper`. Refuses unknown keys unless `open`. */
export interface BodyContract {
  readonly wrapper: string | null;
  readonly fields: BodyFields;
  readonly open?: boolean;
  /** The request may omit the body. */
  readonly optional?: boolean;
  /** A sample body for the docs. */
  readonly example: Readonly<Record<string, unknown>>;
}

type FieldValue<F> = F extends RequiredField<infer T> ? T : F extends BodyField<infer T> ? T | undefined : never;

/** The values of a body; an optional field that was not sent is undefined. */
export type BodyValues<B extends BodyContract> = { readonly [K in keyof B['fields']]: FieldValue<B['fields'][K]> };

/** Declares a body, keeping the types of its fields. */
export function describeBody<const W extends string | null, const F extends BodyFields>(
  wrapper: W,
  fields: F,
  example: BodyContract['example'],
): Omit<BodyContract, 'fields' | 'wrapper'> & { readonly wrapper: W; readonly fields: F } {
  return { wrapper, fields, example };
}

/** Adds what the docs, the command line and tools say about a field. */
export function describeField<F extends BodyField<unknown>>(field: F, description: string): F {
  return { ...field, schema: { ...field.schema, description } };
}

const NOT_STORABLE = 'must be well-formed Unicode without NUL characters';
const MAX_DEPTH = 32;
/** JSON.parse reads 1e999 as Infinity, which JSON.stringify would turn into null. */
const TOO_LARGE = 'must not contain numbers beyond the range of a double';

/** Whether PostgreSQL can store the text unchanged. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function findFlaw(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : NOT_STORABLE;
  if (typeof value === 'number') return Number.isFinite(value) ? null : TOO_LARGE;
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return `must not nest deeper than ${MAX_DEPTH} levels`;
  for (const [key, item] of Object.entries(value)) {
    const flaw = isStorable(key) ? findFlaw(item, depth - 1) : NOT_STORABLE;
    if (flaw !== null) return flaw;
  }
  return null;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The length of a text in characters. */
export interface TextBounds {
  readonly min?: number;
  readonly max: number;
}

/** Text with a bounded number of characters (code points). */
export function textField(bounds: TextBounds, required: true): RequiredField<string>;
export function textField(bounds: TextBounds, required?: false): BodyField<string>;
export function textField(bounds: TextBounds, required = false): BodyField<string> {
  const { min = 0, max } = bounds;
  return {
    schema: Type.String({ ...(min > 0 ? { minLength: min } : {}), maxLength: max }),
    required,
    read(value) {
      if (typeof value !== 'string') return { flaw: 'must be a string' };
      const length = value.length > max * 2 ? Number.POSITIVE_INFINITY : lengthOf(value);
      if (length < min || length > max) return { flaw: `must have ${min} to ${max} characters` };
      return isStorable(value) ? { value } : { flaw: NOT_STORABLE };
    },
  };
}

/** One value from a closed set. */
export function setField<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  required: true,
): RequiredField<V[number]>;
export function setField<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  required?: false,
): BodyField<V[number]>;
export function setField<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  required = false,
): BodyField<V[number]> {
  return {
    schema: Type.Enum([...values]),
    required,
    read: (value) =>
      typeof value === 'string' && values.includes(value)
        ? { value: value as V[number] }
        : outsideSet(set, values),
  };
}

/** Up to `maxItems` texts of 1 to `maxLength` characters each. */
export function textListField(maxItems: number, maxLength: number): BodyField<readonly string[]> {
  const item = textField({ min: 1, max: maxLength });
  return {
    schema: Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems }),
    read(value) {
      if (!Array.isArray(value)) return { flaw: 'must be an array of strings' };
      if (value.length > maxItems) return { flaw: `must have at most ${maxItems} items` };
      const flawed = value.map((entry) => item.read(entry)).find((result) => 'flaw' in result);
      if (flawed !== undefined && 'flaw' in flawed) return { flaw: `items ${flawed.flaw}` };
      return { value: value as string[] };
    },
  };
}

/** A free-form JSON object of at most `maxBytes` bytes of JSON. */
export function objectField(maxBytes: number): BodyField<Readonly<Record<string, unknown>>> {
  return {
    schema: Type.Record(Type.String(), Type.Unknown()),
    read(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { flaw: 'must be an object' };
      const flaw = findFlaw(value, MAX_DEPTH);
      if (flaw !== null) return { flaw };
      if (new TextEncoder().encode(JSON.stringify(value)).length > maxBytes) {
        return { flaw: `must be at most ${maxBytes} bytes of JSON` };
      }
      return { value: value as Record<string, unknown> };
    },
  };
}

/** A field with its own error code. */
export function checkedField<T>(
  schema: TSchema,
  accepts: (value: unknown) => value is T,
  problem: Refusal,
): BodyField<T> {
  return { schema, read: (value) => (accepts(value) ? { value } : { problem }) };
}
