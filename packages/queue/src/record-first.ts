import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE } from './shards.js';

/** The name under which the id of the object store is recorded. */
export const OBJECT_STORE = 'object-store';

/** Stores a value under a name unless there is one, and returns the one that is stored. */
export async function recordFirst(redis: Redis, name: string, value: string): Promise<string> {
  const key = `${DEFAULT_NAMESPACE}:first:${name}`;
  await redis.set(key, value, 'NX');
  return (await redis.get(key)) ?? value;
}
