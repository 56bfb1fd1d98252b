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

/** An answer is due by then, whatever Redis and the disk do. */
const ANSWER_LIMIT_MS = 1_800;
/** What the disk has at least. */
const DISK_LIMIT_MS = 500;
/** Several large ones at once keep the process busy for seconds: one of them had better be late than sent again. */
const DISK_LIMIT_LARGE_MS = 5_000;
const LARGE_CHARACTERS = 1024 * 1024;
/** When to understand a large one took so long, to pack it up for Redis takes as long again, and disks are quicker. */
const LATE_MS = 400;
const SPOOLED_MEMORY = 100_000;
const SPOOLED_MEMORY_MS = 60 * 60_000;
/** Of the bodies that wait to be durable; memory is bounded by refusing more, not by hope. */
const MAX_CHARACTERS_UNDERWAY = 192 * 1024 * 1024;

const identityOf = ({ integrationId, key }: Delivery) => `${integrationId}:${key}`;

export function createAcceptor(publisher: DeliveryPublisher, spool: Spool): Acceptor {
  /** What is on its way, so that repeats that come together are told apart from the first. */
  const underway = new Map<string, Promise<Accepted>>();
  let charactersUnderway = 0;
  /** What went to disk, so that repeats are told apart while Redis, which remembers the others, is away. */
  const spooled = new LRUCache<string, string>({ max: SPOOLED_MEMORY });

  /**
   * Redis may still have taken it before it fell silent; the database knows the key and applies it once. Repeats are
   * kept too, as they are queued: the first may have come to nothing since.
   */
  async function keepOnDisk(delivery: Delivery, key: string): Promise<Accepted> {
    const release = () => {
      charactersUnderway -= delivery.body.length;
    };
    const appended = spool.append(delivery);
    // It is in memory until it is written, also when nobody waits for that any more.
    appended.then(release, release);
    await within(timeLeft(delivery), appended);
    const first = spooled.get(key);
    if (first !== undefined) return { deliveryId: first, duplicate: true };
    spooled.set(key, delivery.id, { ttl: delivery.keyWindowMs ?? SPOOLED_MEMORY_MS });
    return { deliveryId: delivery.id, duplicate: false };
  }

  return {
    accept(delivery) {
      const key = identityOf(delivery);
      const first = underway.get(key);
      if (first !== undefined) return first.then(({ deliveryId }) => ({ deliveryId, duplicate: true }));
      const size = delivery.body.length;
      if (charactersUnderway + size > MAX_CHARACTERS_UNDERWAY) {
        return Promise.reject(new Error('too much is on its way'));
      }
      charactersUnderway += size;
      const published = isLate(delivery) ? Promise.reject(new Error('late')) : publisher.publish(delivery);
      const kept = published.then(
        ({ duplicateOf }) => {
          underway.delete(key);
          charactersUnderway -= size;
          return { deliveryId: duplicateOf ?? delivery.id, duplicate: duplicateOf !== null };
        },
        () => keepOnDisk(delivery, key).finally(() => underway.delete(key)),
      );
      underway.set(key, kept);
      return kept;
    },
  };
}

const isLarge = ({ body }: Delivery) => body.length > LARGE_CHARACTERS;

function isLate(delivery: Delivery): boolean {
  return isLarge(delivery) && Date.now() - delivery.receivedAt > LATE_MS;
}

function timeLeft(delivery: Delivery): number {
  if (isLarge(delivery)) return DISK_LIMIT_LARGE_MS;
  const left = ANSWER_LIMIT_MS - (Date.now() - delivery.receivedAt);
  // The clock may have been set meanwhile.
  return Math.min(Math.max(left, DISK_LIMIT_MS), ANSWER_LIMIT_MS);
}
