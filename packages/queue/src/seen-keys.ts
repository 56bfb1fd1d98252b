import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, shardOf, shardQueue } from './shards.js';

const PLAIN_KEY = /^[A-Za-z0-9:._-]{1,100}$/;

/** How long the front remembers an id of the sender's; behind it the database remembers longer. */
const ID_MEMORY_MS = 24 * 60 * 60_000;

/** Keys of one shard share its hash tag, so that they are read and written together in a cluster too. */
function seenKey({ projectId, integrationId, key }: SeenDelivery, namespace: string): string {
  const { prefix } = shardQueue(shardOf(projectId), namespace);
  const short = PLAIN_KEY.test(key) ? key : createHash('sha256').update(key).digest('base64url');
  return `${prefix}:seen:${integrationId}:${short}`;
}

/** The parts of a delivery that its front-door memory hangs on. */
export type SeenDelivery = Pick<Delivery, 'projectId' | 'integrationId' | 'key'>;

/**
 * The front door's memory of accepted deliveries. It is a courtesy to senders and may forget; exactly once is the
 * database's business.
 */
export interface SeenKeys {
  /** The id each delivery was first accepted under, or null. All must be of one shard. */
  find(deliveries: readonly Delivery[]): Promise<(string | null)[]>;
  remember(deliveries: readonly Delivery[]): Promise<void>;
  /** Lets a redelivery in again: the first one came to nothing. */
  forget(deliveries: readonly SeenDelivery[]): Promise<void>;
}

const REMEMBER = `for i, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[2 * i - 1], 'PX', ARGV[2 * i], 'NX')
end`;

export function createSeenKeys(redis: Redis, namespace: string = DEFAULT_NAMESPACE): SeenKeys {
  return {
    find: (deliveries) => redis.mget(deliveries.map((delivery) => seenKey(delivery, namespace))),
    async remember(deliveries) {
      const keys = deliveries.map((delivery) => seenKey(delivery, namespace));
      const values = deliveries.flatMap(({ id, keyWindowMs }) => [id, String(keyWindowMs ?? ID_MEMORY_MS)]);
      await redis.eval(REMEMBER, keys.length, ...keys, ...values);
    },
    async forget(deliveries) {
      await Promise.all(deliveries.map((delivery) => redis.del(seenKey(delivery, namespace))));
    },
  };
}
