import Type, { type TEnum, type TSchema } from 'typebox';

/** An ISO 8601 time in UTC. */
export const Timestamp = Type.String({ format: 'date-time' });

/** A value that may be null. */
export function orNull<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** A time, or null if it has not happened yet. */
export const MaybeTimestamp = orNull(Timestamp);

/** An integer row id, sent as a string of digits. */
export const DigitsId = Type.String({ pattern: '^[0-9]+$' });

export const Uuid = Type.String({ format: 'uuid' });

/** One value from a closed set; keeps the literal types. */
export function anyOf<const V extends readonly string[]>(values: V): TEnum<[...V]> {
  return Type.Enum<[...V]>([...values]);
}

/** Pagination for lists without cursors. */
export const LimitPagination = Type.Object(
  { limit: Type.Integer(), has_more: Type.Boolean() },
  { title: 'LimitPagination' },
);

/** Pagination for keyset lists; the cursor is opaque, and null on the last page. */
export const CursorPagination = Type.Object(
  { limit: Type.Integer(), has_more: Type.Boolean(), next_cursor: orNull(Type.String()) },
  { title: 'CursorPagination' },
);
