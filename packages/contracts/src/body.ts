import type { Codec } from './codec.js';

export interface BodyField<T> extends Codec<T> {
  readonly required?: boolean;
}

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

export function describeField<F extends BodyField<unknown>>(field: F, description: string): F {
  return { ...field, schema: { ...field.schema, description } };
}

export function required<T>(field: Codec<T>): RequiredField<T> {
  return { ...field, required: true };
}
