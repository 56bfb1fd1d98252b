import type { Prisma } from './generated/client.js';

/** The value of a JSON column, in the shape that its writer gives it. */
export function fromJson<Shape>(value: unknown): Shape {
  return value as Shape;
}

/**
 * A value to store in a JSON column exactly as it is. Prisma would drop a key named `__proto__`, and would mistake an
 * object with a `$type` key for one of its own values.
 */
export function toJson(value: unknown): Prisma.InputJsonValue {
  return { toJSON: () => ({ $type: 'Raw', value }) };
}
