import Type, { type Static } from 'typebox';

/** A number or a name: tools send identifiers as either. */
export const Identifier = Type.Union([Type.Integer(), Type.String({ minLength: 1 })]);
export type Identifier = Static<typeof Identifier>;

/** Text that may be missing or null. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** An identifier as it is stored. */
export function identifierText(identifier: Identifier): string {
  return String(identifier);
}
