import { Redis } from 'ioredis';

const timeoutMs = 4000;

/** Sends one command over a connection of its own; rejects with the reason when it cannot. */
export async function askRedis(url: string, command: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  // The first error is the reason; connect() itself only tells that the connection is closed.
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  try {
    return await Promise.race([failed, redis.connect().then(() => redis.call(command, ...args))]);
  } finally {
    failed.catch(() => undefined);
    redis.on('error', () => undefined).disconnect();
  }
}

/** Resolves when the Redis of the URL answers; rejects with its reason otherwise. */
export async function pingRedis(url: string): Promise<void> {
  await askRedis(url, 'PING');
}
