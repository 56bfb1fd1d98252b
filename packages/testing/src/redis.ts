import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { testEnvironment } from './environment.js';

export interface TestRedis {
  readonly url: string;
  /**
   * The prefix of keys and channels. All database numbers share channels, so the number alone does not isolate tests.
   */
  readonly prefix: string;
}

let flushed: Promise<TestRedis> | undefined;

/** The worker's Redis database, emptied once for this file. */
export function testRedis(): Promise<TestRedis> {
  flushed ??= flush();
  return flushed;
}

async function flush(): Promise<TestRedis> {
  const { redisUrl, worker } = testEnvironment();
  const url = new URL(redisUrl);
  url.pathname = `/${worker}`;
  const redis = new Redis(url.href, { lazyConnect: true, maxRetriesPerRequest: 1 });
  try {
    await redis.connect();
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
  return { url: url.href, prefix: `test-${worker}-${randomBytes(4).toString('hex')}` };
}
