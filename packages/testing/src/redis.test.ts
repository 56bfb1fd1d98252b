import { afterAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { testEnvironment } from './environment.js';
import { testRedis } from './redis.js';

const { worker, redisUrl } = testEnvironment();
const own = new URL(redisUrl);
own.pathname = `/${worker}`;
const redis = new Redis(own.href);
afterAll(() => redis.disconnect());

describe('testRedis', () => {
  it("empties the worker's database once per file, not at every call", async () => {
    await redis.set('left', 'by an earlier file');
    const { url } = await testRedis();
    expect(await redis.dbsize()).toBe(0);
    await redis.set('key', 'of this file');
    expect((await testRedis()).url).toBe(url);
    expect(await redis.get('key')).toBe('of this file');
  });

  it('returns the URL of that database and a unique prefix', async () => {
    const { url, prefix } = await testRedis();
    expect(new URL(url).pathname).toBe(`/${worker}`);
    expect(prefix).toMatch(new RegExp(`^test-${worker}-[0-9a-f]{8}$`));
  });
});
