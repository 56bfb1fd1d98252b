import { once } from 'node:events';
import { Redis, type RedisOptions } from 'ioredis';

const RETRY_CAP_MS = 1_000;
const retryStrategy = (attempt: number) => Math.min(50 * attempt, RETRY_CAP_MS);

/** For request paths: a command fails within a second rather than wait for a Redis that is away or frozen. */
const FAIL_FAST = {
  enableOfflineQueue: false,
  commandTimeout: 1_000,
  connectTimeout: 1_000,
  maxRetriesPerRequest: 1,
  retryStrategy,
} satisfies RedisOptions;

/** For workers: commands wait until Redis is back. */
const PATIENT = { maxRetriesPerRequest: null, retryStrategy } satisfies RedisOptions;

function connect(url: string, options: typeof FAIL_FAST | typeof PATIENT, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, options);
  redis.on('error', onError);
  return redis;
}

/** A connection whose commands fail fast; it reconnects by itself. */
export function connectFailFast(url: string, onError: (error: Error) => void): Redis {
  return connect(url, FAIL_FAST, onError);
}

/** A connection whose commands wait for Redis; workers block on it. */
export function connectPatient(url: string, onError: (error: Error) => void): Redis {
  return connect(url, PATIENT, onError);
}

/** Waits until the connection is made, but no longer than that: false when it is not. */
export async function connectedWithin(redis: Redis, limitMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return once(redis, 'ready', { signal: AbortSignal.timeout(limitMs) }).then(
    () => true,
    () => false,
  );
}

export type { Redis } from 'ioredis';
