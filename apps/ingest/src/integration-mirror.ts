import type { IntegrationRecord } from '@slipway/db';
import type { Redis } from '@slipway/queue';
import type { DirectoryDeps } from './directory.js';

const KEPT_SECONDS = 30 * 24 * 60 * 60;
const keyOf = (tokenHash: string) => `slipway:integration:${tokenHash}`;

/** Integrations by token hash in Redis; secrets stay encrypted there. */
export function createMirror(redis: Redis): DirectoryDeps['mirror'] {
  return {
    async read(tokenHash) {
      const stored = await redis.get(keyOf(tokenHash));
      return stored === null ? null : (JSON.parse(stored) as IntegrationRecord);
    },
    async write(tokenHash, record) {
      await redis.set(keyOf(tokenHash), JSON.stringify(record), 'EX', KEPT_SECONDS);
    },
    async remove(tokenHash) {
      await redis.del(keyOf(tokenHash));
    },
  };
}
