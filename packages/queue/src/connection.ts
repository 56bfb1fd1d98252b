import { once } from 'node:events';
import { withTimeout } from '@slipway/domain';
import { Redis, type RedisOptions } from 'ioredis';
import { COMMAND_TIMEOUT_MS, CONNECT_TIMEOUT_MS, MAX_RECONNECT_DELAY_MS } from './limits.js';

/** Called with the error when the connection fails, and with null when it works (again). */
export type OnConnectionState = (problem: Error | null) => void;

const retryStrategy = (attempt: number) => Math.min(50 * attempt, MAX_RECONNECT_DELAY_MS);

type ConnectionOptions = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'commandTimeout' | 'connectTimeout' | 'maxRetriesPerRequest'
>;

function connect(url: string, options: ConnectionOptions, onState: OnConnectionState): Redis {
  const redis = new Redis(url, { ...options, retryStrategy });
  redis.on('error', onState);
  redis.on('ready', () => onState(null));
  return redis;
}

/** A connection for request paths: a command fails soon rather than wait for a Redis that is down or frozen. */
export function connectFailFast(
  url: string,
  onState: OnConnectionState,
  commandTimeoutMs: number = COMMAND_TIMEOUT_MS,
): Redis {
  const options = {
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
  };
  return connect(url, options, onState);
}

/** A connection for workers: commands wait until Redis is back. */
export function connectPatient(url: string, onState: OnConnectionState): Redis {
  return connect(url, { maxRetriesPerRequest: null }, onState);
}

/** Waits until the connection is ready; false when that takes longer than the limit. */
export async function waitForConnection(redis: Redis, limitMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return withTimeout(limitMs, 'connecting to Redis', (signal) => once(redis, 'ready', { signal })).then(
    () => true,
    () => false,
  );
}

export type { Redis } from 'ioredis';
