import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Redis } from '@slipway/queue';
import { MIRROR_TTL_SECONDS } from './limits.js';

/** Integrations by token hash outside the database, for its outages. */
export interface Mirror {
  read(tokenHash: string): Promise<IntegrationRecord | null>;
  write(tokenHash: string, record: IntegrationRecord): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Removes every record that a change concerns, from whichever process; returns their token hashes. */
  forget(change: IntegrationChange): Promise<string[]>;
  /** The token hashes of all records. */
  list(): Promise<string[]>;
}

/** The braces put all records on one server of a cluster, where a transaction can change several of them. */
const PREFIX = '{slipway:mirror}:';
const ALL = `${PREFIX}tokens`;
const recordKey = (tokenHash: string) => `${PREFIX}token:${tokenHash}`;
const integrationKey = (id: number) => `${PREFIX}integration:${id}`;
const projectKey = (id: number) => `${PREFIX}project:${id}`;

/** Settings that records of an earlier release lack: no handshake is accepted, and the rest is as it was then. */
const ABSENT = { handshakeOpenUntilMs: 0, requireSignatures: false, signatureToleranceMinutes: 5 } as const;

/** A mirror in Redis, with encrypted secrets. Sets beside the records list which ones a change concerns. */
export function createMirror(redis: Redis): Mirror {
  return {
    async read(tokenHash) {
      const stored = await redis.get(recordKey(tokenHash));
      return stored === null ? null : { ...ABSENT, ...(JSON.parse(stored) as IntegrationRecord) };
    },
    async write(tokenHash, record) {
      const transaction = redis
        .multi()
        .set(recordKey(tokenHash), JSON.stringify(record), 'EX', MIRROR_TTL_SECONDS);
      for (const key of [ALL, integrationKey(record.id), projectKey(record.projectId)]) {
        transaction.sadd(key, tokenHash).expire(key, MIRROR_TTL_SECONDS);
      }
      await transaction.exec();
    },
    async remove(tokenHash) {
      await redis.multi().del(recordKey(tokenHash)).srem(ALL, tokenHash).exec();
    },
    async forget(change) {
      const key = 'integrationId' in change ? integrationKey(change.integrationId) : projectKey(change.projectId);
      const hashes = await redis.smembers(key);
      // Other processes may add to the set meanwhile, so it is not deleted.
      if (hashes.length > 0) await redis.multi().del(hashes.map(recordKey)).srem(key, hashes).exec();
      return hashes;
    },
    list: () => redis.smembers(ALL),
  };
}
