import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Redis } from '@slipway/queue';

/** Integrations by token hash outside the database, for the time that it is away. */
export interface Mirror {
  read(tokenHash: string): Promise<IntegrationRecord | null>;
  write(tokenHash: string, record: IntegrationRecord): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Forgets every record that a change concerns, whoever wrote it; tells their token hashes. */
  forget(change: IntegrationChange): Promise<string[]>;
  /** The token hashes of all records. */
  list(): Promise<string[]>;
}

/** How long a record is believed after the database last confirmed it. */
const KEPT_SECONDS = 24 * 60 * 60;

const PREFIX = 'slipway:mirror:';
const ALL = `${PREFIX}tokens`;
const recordKey = (tokenHash: string) => `${PREFIX}token:${tokenHash}`;
const integrationKey = (id: number) => `${PREFIX}integration:${id}`;
const projectKey = (id: number) => `${PREFIX}project:${id}`;

/** A mirror in Redis; secrets stay encrypted there. Beside the records are sets that tell which ones a change concerns. */
export function createMirror(redis: Redis): Mirror {
  return {
    async read(tokenHash) {
      const stored = await redis.get(recordKey(tokenHash));
      return stored === null ? null : (JSON.parse(stored) as IntegrationRecord);
    },
    async write(tokenHash, record) {
      const writing = redis.multi().set(recordKey(tokenHash), JSON.stringify(record), 'EX', KEPT_SECONDS);
      for (const key of [ALL, integrationKey(record.id), projectKey(record.projectId)]) {
        writing.sadd(key, tokenHash).expire(key, KEPT_SECONDS);
      }
      await writing.exec();
    },
    async remove(tokenHash) {
      await redis.multi().del(recordKey(tokenHash)).srem(ALL, tokenHash).exec();
    },
    async forget(change) {
      const key = 'integrationId' in change ? integrationKey(change.integrationId) : projectKey(change.projectId);
      const hashes = await redis.smembers(key);
      // Others may add to the set meanwhile, so it is not dropped whole.
      if (hashes.length > 0) await redis.multi().del(hashes.map(recordKey)).srem(key, hashes).exec();
      return hashes;
    },
    list: () => redis.smembers(ALL),
  };
}
