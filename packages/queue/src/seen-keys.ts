import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, shardOf, shardPrefix } from './shards.js';

const PLAIN_KEY = /^[A-Za-z0-9:./_-]{1,100}$/;

/** How long a sender's own id is remembered here; the ledger remembers it longer. */
const ID_MEMORY_MS = 24 * 60 * 60_000;

/** The fields of a delivery that its seen key consists of. */
export type SeenDelivery = Pick<Delivery, 'projectId' | 'integrationId' | 'key' | 'keyWindowMs'>;

/**
 * The keys of accepted deliveries, so that ingest can answer `duplicate`. This is a courtesy to senders and may forget:
 * the ledger decides which delivery takes effect.
 */
export interface SeenKeys {
  /** Stores the keys of deliveries, all of one shard; returns the first delivery's id for each duplicate, by place. */
  remember(deliveries: readonly Delivery[]): Promise<ReadonlyMap<number, string>>;
  /** Removes the keys of deliveries that were rejected or dead, so that the sender may send them again. */
  forget(deliveries: readonly SeenDelivery[]): Promise<void>;
}

// One packed argument for a whole batch: encoding thousands of arguments costs ingest more than everything else.
// The keys that the script builds share the hash tag of KEYS[1], so it works in a cluster too.
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
  const prefixOf = (projectId: number) => `${shardPrefix(shardOf(redis, projectId), namespace)}:seen:`;
  return {
    async remember(deliveries) {
      const prefix = prefixOf(deliveries[0]?.projectId ?? 0);
      let words = '';
      for (const delivery of deliveries) {
        words += `${seenKeyOf(delivery)} ${delivery.id} ${delivery.keyWindowMs ?? ID_MEMORY_MS} `;
      }
      return toMap((await redis.eval(REMEMBER, 1, prefix, words)) as unknown[]);
    },
    async forget(deliveries) {
      const keys = deliveries.map((delivery) => prefixOf(delivery.projectId) + seenKeyOf(delivery));
      await Promise.all(keys.map((key) => redis.del(key)));
    },
  };
}

/** A sender's id may hold any text; one with unusual characters is stored as its digest. */
function seenKeyOf({ integrationId, key, keyWindowMs }: SeenDelivery): string {
  const isPlain = keyWindowMs !== null || PLAIN_KEY.test(key);
  return `${integrationId}:${isPlain ? key : hash('sha256', key, 'base64url')}`;
}

/** The script replies with alternating places and ids. */
function toMap(found: readonly unknown[]): Map<number, string> {
  const byPlace = new Map<number, string>();
  for (let at = 0; at < found.length; at += 2) byPlace.set(found[at] as number, found[at + 1] as string);
  return byPlace;
}
