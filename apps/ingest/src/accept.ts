import type { Delivery } from '@slipway/contracts';
import type { DeliveryPublisher } from '@slipway/queue';
import { LRUCache } from 'lru-cache';
import type { Spool } from './spool/spool.js';
import { within } from './within.js';

/** A delivery that is kept, and the id it goes by. */
export interface Accepted {
  readonly deliveryId: string;
  readonly duplicate: boolean;
}

/** Makes deliveries durable: in Redis, or on disk while Redis cannot take them. */
export interface Acceptor {
  /** Resolves once the delivery is durable; rejects when nothing can take it. */
  accept(delivery: Delivery): Promise<Accepted>;
}

/** An answer is due by then, whatever the disk does. */
const SPOOL_LIMIT_MS = 700;
const SPOOLED_MEMORY = 100_000;
const SPOOLED_MEMORY_MS = 60 * 60_000;

const identityOf = ({ integrationId, key }: Delivery) => `${integrationId}:${key}`;

export function createAcceptor(publisher: DeliveryPublisher, spool: Spool): Acceptor {
  /** What is on its way, so that repeats that come together are told apart from the first. */
  const underway = new Map<string, Promise<Accepted>>();
  /** What went to disk, so that repeats are told apart while Redis, which remembers the others, is away. */
  const spooled = new LRUCache<string, string>({ max: SPOOLED_MEMORY });

  /** Redis may still have taken it before it fell silent; the database knows the key and applies it once. */
  async function keepOnDisk(delivery: Delivery): Promise<Accepted> {
    const key = identityOf(delivery);
    const first = spooled.get(key);
    if (first !== undefined) return { deliveryId: first, duplicate: true };
    await within(SPOOL_LIMIT_MS, spool.append(delivery));
    spooled.set(key, delivery.id, { ttl: delivery.keyWindowMs ?? SPOOLED_MEMORY_MS });
    return { deliveryId: delivery.id, duplicate: false };
  }

  return {
    accept(delivery) {
      const key = identityOf(delivery);
      const first = underway.get(key);
      if (first !== undefined) return first.then(({ deliveryId }) => ({ deliveryId, duplicate: true }));
      const kept = publisher.publish(delivery).then(
        ({ duplicateOf }) => {
          underway.delete(key);
          return { deliveryId: duplicateOf ?? delivery.id, duplicate: duplicateOf !== null };
        },
        () => keepOnDisk(delivery).finally(() => underway.delete(key)),
      );
      underway.set(key, kept);
      return kept;
    },
  };
}
