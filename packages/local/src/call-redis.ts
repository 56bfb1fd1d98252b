import { Redis } from 'ioredis';

const timeoutMs = 4000;

/** Sends one command over a new connection; rejects with the reason if that fails. */
export async function callRedis(url: string, command: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  // The first error event has the reason; connect() only reports that the connection is closed.
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  try {
    return await Promise.race([failed, redis.connect().then(() => redis.call(command, ...args))]);
  } finally {
    failed.catch(() => undefined);
    redis.on('error', () => undefined).disconnect();
  }
}

/** Resolves when the Redis at the URL responds; rejects with the reason otherwise. */
export async function pingRedis(url: string): Promise<void> {
  await callRedis(url, 'PING');
}
