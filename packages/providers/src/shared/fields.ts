import Type, { type Static, type TSchema } from 'typebox';

export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/**
 * A purely descriptive field, such as an author, a title or a link. It may be missing or null. A value that does not
 * fit is removed before the normalizer runs, and the event is processed without it.
 */
export function detail<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Unsafe<Static<S> | null>({ detail: schema }));
}

/** A purely descriptive list, such as touched files. Entries that do not fit are removed one by one. */
export function detailList<S extends TSchema>(entry: S) {
  return Type.Optional(Type.Unsafe<Static<S>[] | null>({ detailList: entry }));
}

/** A non-empty name. Its length is bounded because an index stores it. */
export const Key = Type.String({ minLength: 1, maxLength: 255 });

/** An identifier: tools send numbers or text. */
export const Identifier = Type.Union([Type.Integer(), Key]);
export type Identifier = Static<typeof Identifier>;

/** Scripts omit the quotes if a word happens to be a number. */
const Word = Type.Union([Type.Number(), Type.String({ maxLength: 255 })]);
type Word = Static<typeof Word>;

/** An optional identifier that scripts leave empty if they have none. */
export const OptionalIdentifier = optional(Word);

/** Text that identifies something or determines a state, such as an action. */
export const OptionalText = optional(Type.String());

/** Text that identifies something or determines a state. Its length is bounded because an index stores it. */
export const OptionalKey = optional(Type.String({ maxLength: 255 }));

/** A flag that determines a state. */
export const OptionalFlag = optional(Type.Boolean());

/** A time, read with `readProviderTime`; the time of receipt replaces an unreadable one. */
export const Time = Type.Optional(Type.Unknown());

/** Purely descriptive text. */
export const TextDetail = detail(Type.String());

/** A purely descriptive name or number, such as the branch of a build. */
export const WordDetail = detail(Word);

export function identifierText(identifier: Identifier): string {
  return String(identifier);
}

/** Converts a word to text; null if it is missing or empty. */
export function wordText(word: Word | null | undefined): string | null {
  return word == null || word === '' ? null : String(word);
}

/** Converts a commit id to text. Hashes are stored in lowercase. */
export function commitText(id: Identifier): string {
  const text = identifierText(id);
  return /^[0-9a-f]{7,64}$/i.test(text) ? text.toLowerCase() : text;
}

/** Converts an optional commit id to text; null if it is missing or empty. */
export function optionalCommit(id: Word | null | undefined): string | null {
  return id == null || id === '' ? null : commitText(id);
}

/** Reads an identifier from a value of any type; undefined if it is not one. */
export function readIdentifier(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is an http(s) address; a payload may put anything into a link. */
export function webAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
