import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, shardOf, shardPrefix } from './shards.js';

const PLAIN_KEY = /^[A-Za-z0-9:./_-]{1,100}$/;

/** How long the front remembers an id of the sender's; behind it the database remembers longer. */
const ID_MEMORY_MS = 24 * 60 * 60_000;

/** A delivery with the key it is remembered under. */
export interface RememberedDelivery {
  readonly seenKey: string;
  readonly delivery: Pick<Delivery, 'id' | 'keyWindowMs'>;
}

/** The parts of a delivery that its duplicate check needs. */
export type SeenDelivery = Pick<Delivery, 'projectId' | 'integrationId' | 'key'>;

/**
 * The memory of ingest of accepted deliveries. It is a courtesy to senders and may forget; exactly once is the
 * database's business.
 */
export interface SeenKeys {
  /** Remembers deliveries of a shard; tells the ids under which repeats among them came first, by place in the list. */
  remember(shard: number, deliveries: readonly RememberedDelivery[]): Promise<ReadonlyMap<number, string>>;
  /** Lets a redelivery in again: the first one came to nothing. */
  forget(deliveries: readonly SeenDelivery[]): Promise<void>;
}

// One packed argument for a whole batch: building and sending thousands of arguments costs ingest more than all else.
// The keys that the script makes share their shard's hash tag with KEYS[1], so that it works in a cluster too.
const REMEMBER = `local found, place = {}, 0
for key, id, ttl in ARGV[1]:gmatch('(%S+) (%S+) (%S+)') do
  if not redis.call('SET', KEYS[1] .. key, id, 'PX', ttl, 'NX') then
    found[#found + 1] = place
    found[#found + 1] = redis.call('GET', KEYS[1] .. key)
  end
  place = place + 1
end
return found`;

export function createSeenKeys(redis: Redis, namespace: string = DEFAULT_NAMESPACE): SeenKeys {
  const prefixOf = (shard: number) => `${shardPrefix(shard, namespace)}:seen:`;
  return {
    async remember(shard, deliveries) {
      let words = '';
      for (const { seenKey, delivery } of deliveries) {
        words += `${seenKey} ${delivery.id} ${delivery.keyWindowMs ?? ID_MEMORY_MS} `;
      }
      return pairs((await redis.eval(REMEMBER, 1, prefixOf(shard), words)) as unknown[]);
    },
    async forget(deliveries) {
      const keys = deliveries.map((delivery) => prefixOf(shardOf(delivery.projectId)) + seenKeyOf(delivery));
      await Promise.all(keys.map((key) => redis.del(key)));
    },
  };
}

/** Keys of the sender's making may hold anything; what is not plain goes by its digest. */
export function seenKeyOf({ integrationId, key }: SeenDelivery): string {
  return `${integrationId}:${PLAIN_KEY.test(key) ? key : hash('sha256', key, 'base64url')}`;
}

/** Places and ids, in turn. */
function pairs(found: readonly unknown[]): Map<number, string> {
  const byPlace = new Map<number, string>();
  for (let at = 0; at < found.length; at += 2) byPlace.set(found[at] as number, found[at + 1] as string);
  return byPlace;
}
