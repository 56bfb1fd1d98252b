import Type, { type Static, type TSchema } from 'typebox';

/** The name of a thing. It is looked up by an index, which takes no more than so much. */
export const Key = Type.String({ minLength: 1, maxLength: 255 });

/** A number or a name: tools send identifiers as either. */
export const Identifier = Type.Union([Type.Integer(), Key]);
export type Identifier = Static<typeof Identifier>;

/** Text that may be missing or null. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** An identifier as it is stored. */
export function identifierText(identifier: Identifier): string {
  return String(identifier);
}

/** An identifier where anything may stand; undefined when it is none. */
export function identifierIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A field that may be missing or null. */
export function maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}
