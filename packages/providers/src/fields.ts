import Type, { type Static, type TSchema } from 'typebox';

/** The name of a thing. It is looked up by an index, which takes no more than so much. */
export const Key = Type.String({ minLength: 1, maxLength: 255 });

/** A number or a name: tools send identifiers as either. */
export const Identifier = Type.Union([Type.Integer(), Key]);
export type Identifier = Static<typeof Identifier>;

/** A word or number that may be missing or null: scripts leave the quotes out where it happens to be a number. */
export const OptionalWord = maybe(Type.Union([Type.Number(), Type.String()]));
export type OptionalWord = Static<typeof OptionalWord>;

/** The same where it is looked up by, such as a commit or a branch. */
export const OptionalIdentifier = maybe(Type.Union([Type.Number(), Type.String({ maxLength: 255 })]));

/** Text that may be missing or null. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** An identifier as it is stored. */
export function identifierText(identifier: Identifier): string {
  return String(identifier);
}

/** A word as it is stored; null when there is none. */
export function wordText(word: OptionalWord | undefined): string | null {
  return word == null || word === '' ? null : String(word);
}

/** A commit's id as it is stored: digits and letters of a hash mean the same in either case, and are written in lower. */
export function commitText(id: Identifier): string {
  const text = identifierText(id);
  return /^[0-9a-f]{7,64}$/i.test(text) ? text.toLowerCase() : text;
}

/** The same where there may be none. */
export function optionalCommit(id: OptionalWord | undefined): string | null {
  return id == null || id === '' ? null : commitText(id);
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
