import Type from 'typebox';

/** An ISO 8601 time in UTC. */
export const Timestamp = Type.String({ format: 'date-time' });

/** A time that may not have happened yet. */
export const MaybeTimestamp = Type.Union([Timestamp, Type.Null()]);

/** An integer row id shown as a string of digits. */
export const DigitsId = Type.String({ pattern: '^[0-9]+$' });

/** Pagination of lists that show no cursor. */
export const LimitPagination = Type.Object({ limit: Type.Integer(), has_more: Type.Boolean() });
