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

/**
 * For envelopes of any size: a command takes as long as it takes, and fails with its connection. The lane that uses it
 * tells by the socket whether Redis is alive.
 */
const UNHURRIED = {
  enableOfflineQueue: false,
  commandTimeout: undefined,
  connectTimeout: 1_000,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  retryStrategy,
} satisfies Record<keyof typeof FAIL_FAST, unknown> & RedisOptions;

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

/** Redis has taken and sent nothing for so long while it was to take something: it is gone, or the way to it. */
const SILENCE_MS = 10_000;

/**
 * A second connection to the same Redis, for what may take long. What is underway fails once the socket stands still,
 * which a slow Redis's does not, however much it is to take.
 */
export function connectUnhurried(like: Redis, isWaiting: () => boolean): Redis {
  const redis = like.duplicate(UNHURRIED as RedisOptions);
  // The other connection reports the state of Redis.
  redis.on('error', () => undefined);
  redis.on('ready', () => {
    redis.stream.setTimeout(SILENCE_MS);
    redis.stream.on('timeout', () => {
      if (isWaiting()) redis.disconnect(true);
    });
  });
  return redis;
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
