import Type, { type TSchema } from 'typebox';
import { type ClosedSet, type Codec, checkedCodec, codec, outsideSet, type Refusal } from './codec.js';
import { readTimestamp } from './timestamps.js';

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

export interface TextBounds {
  readonly min?: number;
  readonly max: number;
}

function flawOfText(value: unknown, { min = 0, max }: TextBounds): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const length = value.length > max * 2 ? Number.POSITIVE_INFINITY : lengthOf(value);
  if (length < min || length > max) return `must have ${min} to ${max} characters`;
  return isStorable(value) ? null : NOT_STORABLE;
}

/** Text with a bounded number of characters (code points). */
export function textField(bounds: TextBounds): Codec<string> {
  const { min = 0, max } = bounds;
  const schema = Type.String({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
  return checkedCodec(schema, (value) => flawOfText(value, bounds));
}

/** Up to `maxItems` texts of 1 to `maxLength` characters each. */
export function textListField(maxItems: number, maxLength: number): Codec<readonly string[]> {
  const bounds = { min: 1, max: maxLength };
  return checkedCodec(Type.Array(textField(bounds).schema, { maxItems }), (value) => {
    if (!Array.isArray(value)) return 'must be an array of strings';
    if (value.length > maxItems) return `must have at most ${maxItems} items`;
    const flaw = value.map((item) => flawOfText(item, bounds)).find((found) => found !== null);
    return flaw === undefined ? null : `items ${flaw}`;
  });
}

/** A free-form JSON object of at most `maxBytes` bytes of JSON. */
export function objectField(maxBytes: number): Codec<Readonly<Record<string, unknown>>> {
  return checkedCodec(Type.Record(Type.String(), Type.Unknown()), (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
    const isTooLong = () => new TextEncoder().encode(JSON.stringify(value)).length > maxBytes;
    return findFlaw(value, MAX_DEPTH) ?? (isTooLong() ? `must be at most ${maxBytes} bytes of JSON` : null);
  });
}

export const flagField = () =>
  codec(Type.Boolean(), 'must be true or false', (value) => (typeof value === 'boolean' ? value : undefined));

const MAX_INT4 = 2_147_483_647;

export function integerField(
  min: number,
  max: number,
  refusal: string | Refusal = `must be an integer from ${min} to ${max}`,
): Codec<number> {
  return codec(Type.Integer({ minimum: min, maximum: max }), refusal, (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : undefined,
  );
}

export const idField = () => integerField(1, MAX_INT4, 'must be an id');

/** A positive integer, clamped to `max`. */
export function countField(max: number, options: { readonly default?: number } = {}): Codec<number> {
  return codec(Type.Integer({ minimum: 1, ...options }), 'must be a positive integer', (value) =>
    Number.isInteger(value) && (value as number) >= 1 ? Math.min(value as number, max) : undefined,
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const uuidField = () =>
  codec(Type.String({ format: 'uuid' }), 'must be a UUID', (value) =>
    typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined,
  );

/** A time, in UTC unless it has an offset; a date alone means the start of that day. */
export const timeField = () =>
  codec(
    Type.String(),
    'must be an ISO 8601 time or date',
    (value) => (typeof value === 'string' && readTimestamp(value)) || undefined,
  );

/** The ids of 1 to `max` rows, each once. `what` names them, for example `user ids`. */
export function idsField(max: number, what: string): Codec<readonly number[]> {
  const { schema, read } = idField();
  return codec(Type.Array(schema, { minItems: 1, maxItems: max }), `must be 1 to ${max} ${what}`, (value) => {
    const isList = Array.isArray(value) && value.length > 0 && value.length <= max;
    return isList && value.every((item) => 'value' in read(item)) ? [...new Set<number>(value)] : undefined;
  });
}

/** One value from a closed set. */
export function setField<const V extends readonly string[]>(set: ClosedSet, values: V): Codec<V[number]> {
  return wordField(values, outsideSet(set, values));
}

/** Values from a closed set, as an array or comma-separated; any unknown value is an error. */
export function someOfField<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
  schema: TSchema = Type.Union([Type.String(), Type.Array(Type.Enum([...values]), { minItems: 1 })]),
): Codec<readonly V[number][]> {
  return codec(schema, outsideSet(set, values), (value) => {
    const tokens: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
    const areKnown = tokens.length > 0 && tokens.every((token) => values.includes(token as string));
    return areKnown ? ([...new Set(tokens)] as V[number][]) : undefined;
  });
}

function wordField<const V extends readonly string[]>(values: V, refusal: string | Refusal): Codec<V[number]> {
  return codec(Type.Enum([...values]), refusal, (value) => values.find((known) => known === value));
}

/** One of a few words, for sets without their own error code. */
export function choiceField<const V extends readonly string[]>(values: V): Codec<V[number]> {
  return wordField(values, `must be one of ${values.join(', ')}`);
}

/** Any of a few words, each once. */
export function choicesField<const V extends readonly string[]>(values: V): Codec<readonly V[number][]> {
  return codec(Type.Array(Type.Enum([...values])), `must be an array of ${values.join(', ')}`, (value) =>
    Array.isArray(value) && value.every((item) => values.includes(item))
      ? values.filter((item) => value.includes(item))
      : undefined,
  );
}

/** A list with at least one item. */
export function nonEmptyField<T>({ schema, read }: Codec<readonly T[]>): Codec<readonly T[]> {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return {
    schema: { ...schema, minItems: 1 },
    read: (value) => (isEmpty(value) ? { flaw: 'must have at least one item' } : read(value)),
  };
}

/** A value that may be null. */
export function nullableField<T>({ schema, read }: Codec<T>): Codec<T | null> {
  return {
    schema: Type.Union([schema, Type.Null()]),
    read: (value) => (value === null ? { value } : read(value)),
  };
}

const EMAIL = /^[^\s\p{C}@<>"]+@[^\s\p{C}@<>"]+\.[^\s\p{C}@<>".]+$/u;
const MAX_EMAIL = 254;

export const emailField = () =>
  codec(Type.String({ format: 'email', maxLength: MAX_EMAIL }), 'must be an email address', (value) => {
    const email = typeof value === 'string' ? value.trim() : '';
    return email.length <= MAX_EMAIL && EMAIL.test(email) && email.isWellFormed() ? email : undefined;
  });
