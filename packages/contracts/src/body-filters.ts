import Type from 'typebox';
import type { BodyField, RequiredField } from './body.js';
import { type ClosedSet, outsideSet } from './parameters.js';
import { readTimestamp } from './timestamps.js';

const MAX_INT4 = 2_147_483_647;

/** True or false. */
export function flagField(): BodyField<boolean> {
  return {
    schema: Type.Boolean(),
    read: (value) => (typeof value === 'boolean' ? { value } : { flaw: 'must be true or false' }),
  };
}

/** A positive integer, clamped to `max`. */
export function countField(max: number): BodyField<number> {
  return {
    schema: Type.Integer({ minimum: 1 }),
    read(value) {
      if (!Number.isInteger(value) || (value as number) < 1) return { flaw: 'must be a positive integer' };
      return { value: Math.min(value as number, max) };
    },
  };
}

/** An integer within bounds. */
export function integerField(
  min: number,
  max: number,
  flaw = `must be an integer from ${min} to ${max}`,
): BodyField<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max }),
    read(value) {
      const isWithin = Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
      return isWithin ? { value: value as number } : { flaw };
    },
  };
}

/** The id of a row. */
export function idField(): BodyField<number> {
  return integerField(1, MAX_INT4, 'must be an id');
}

/** The ids of 1 to `max` rows, each once. `what` names them, for example `user ids`. */
export function idsField(max: number, what: string): BodyField<readonly number[]> {
  const id = idField();
  return {
    schema: Type.Array(id.schema, { minItems: 1, maxItems: max }),
    read(value) {
      const isList = Array.isArray(value) && value.length > 0 && value.length <= max;
      return isList && value.every((item) => 'value' in id.read(item))
        ? { value: [...new Set(value as number[])] }
        : { flaw: `must be 1 to ${max} ${what}` };
    },
  };
}

/** A time, in UTC unless it has an offset; a date alone means the start of that day. */
export function timeField(): BodyField<Date> {
  return {
    schema: Type.String(),
    read(value) {
      const time = typeof value === 'string' ? readTimestamp(value) : null;
      return time === null ? { flaw: 'must be an ISO 8601 time or date' } : { value: time };
    },
  };
}

/** Values from a closed set, as an array or comma-separated; any unknown value is an error. */
export function someOfField<const V extends readonly string[]>(
  set: ClosedSet,
  values: V,
): BodyField<readonly V[number][]> {
  return {
    schema: Type.Union([Type.String(), Type.Array(Type.Enum([...values]), { minItems: 1 })]),
    read(value) {
      const tokens: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
      const known = tokens.length > 0 && tokens.every((token) => values.includes(token as string));
      return known ? { value: [...new Set(tokens)] as V[number][] } : outsideSet(set, values);
    },
  };
}

/** One of a few words, for sets without their own error code. */
export function choiceField<const V extends readonly string[]>(values: V): RequiredField<V[number]> {
  return {
    schema: Type.Enum([...values]),
    required: true,
    read: (value) =>
      typeof value === 'string' && values.includes(value)
        ? { value: value as V[number] }
        : { flaw: `must be one of ${values.join(', ')}` },
  };
}

/** Makes a field optional. */
export function optional<T>({ schema, read }: BodyField<T>): BodyField<T> {
  return { schema, read };
}

/** Any of a few words, each once. */
export function choicesField<const V extends readonly string[]>(values: V): RequiredField<readonly V[number][]> {
  return {
    schema: Type.Array(Type.Enum([...values])),
    required: true,
    read(value) {
      const isKnown = Array.isArray(value) && value.every((item) => values.includes(item));
      if (!isKnown) return { flaw: `must be an array of ${values.join(', ')}` };
      return { value: values.filter((item) => value.includes(item)) };
    },
  };
}

/** A list with at least one item. */
export function nonEmptyField<T>(field: BodyField<readonly T[]>): BodyField<readonly T[]> {
  return {
    schema: { ...field.schema, minItems: 1 },
    read: (value) =>
      Array.isArray(value) && value.length === 0 ? { flaw: 'must have at least one item' } : field.read(value),
  };
}

/** A value that may be null. */
export function nullableField<T>(field: BodyField<T>): BodyField<T | null> {
  return {
    schema: Type.Union([field.schema, Type.Null()]),
    read: (value) => (value === null ? { value } : field.read(value)),
  };
}

const EMAIL = /^[^\s\p{C}@<>"]+@[^\s\p{C}@<>"]+\.[^\s\p{C}@<>".]+$/u;
const MAX_EMAIL = 254;

/** An email address. */
export function emailField(): RequiredField<string> {
  return {
    schema: Type.String({ format: 'email', maxLength: MAX_EMAIL }),
    required: true,
    read(value) {
      const email = typeof value === 'string' ? value.trim() : '';
      const isAddress = email.length <= MAX_EMAIL && EMAIL.test(email) && email.isWellFormed();
      return isAddress ? { value: email } : { flaw: 'must be an email address' };
    },
  };
}
