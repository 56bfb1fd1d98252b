import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { freePort, startRedis } from '@slipway/local';
import { checkDatabase, checkRedis } from './operator-services.js';

const check = (url: string) => checkRedis({ REDIS_URL: url, REDIS_WAIT_REPLICAS: 0 });

describe("the check of the operator's own servers", () => {
  it('reports address and reason, without the password, when nothing is listening', async () => {
    const port = await freePort();
    await expect(checkDatabase(`postgresql://u:hidden@127.0.0.1:${port}/x`)).rejects.toThrow(
      `DATABASE_URL: PostgreSQL at 127.0.0.1:${port} cannot be used: nothing is listening there`,
    );
    await expect(check(`redis://:hidden@localhost:${port}`)).rejects.toThrow(
      `REDIS_URL: Redis at localhost:${port} cannot be used: nothing is listening there`,
    );
  });

  it('warns when Redis could lose accepted deliveries', async () => {
    const home = await mkdtemp(join(tmpdir(), 'slipway-operator-'));
    const redis = await startRedis({ home, durable: false });
    try {
      expect(await check(redis.url)).toEqual([expect.stringMatching(/appendonly off.*lost/)]);
      const wrong = redis.url.replace(/:[0-9a-f]{64}@/, ':wrong-password@');
      const refusal = await check(wrong).catch((error: Error) => error.message);
      expect(refusal).toMatch(/^REDIS_URL: Redis at 127\.0\.0\.1:\d+ cannot be used: WRONGPASS/);
      expect(refusal).not.toContain('wrong-password');
    } finally {
      await redis.stop();
      await rm(home, { recursive: true });
    }
  });
});
