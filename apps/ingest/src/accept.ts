import type { Delivery } from '@slipway/contracts';
import type { DeliveryPublisher } from '@slipway/queue';
import type { Spool } from './spool/spool.js';

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

export function createAcceptor(publisher: DeliveryPublisher, spool: Spool): Acceptor {
  /** What is on its way, so that repeats that come together are told apart from the first. */
  const underway = new Map<string, Promise<Accepted>>();

  async function keep(delivery: Delivery): Promise<Accepted> {
    try {
      const { duplicateOf } = await publisher.publish(delivery);
      return { deliveryId: duplicateOf ?? delivery.id, duplicate: duplicateOf !== null };
    } catch {
      // Redis may still have taken it before it fell silent; the database knows the key and applies it once.
      await within(SPOOL_LIMIT_MS, spool.append(delivery));
      return { deliveryId: delivery.id, duplicate: false };
    }
  }

  return {
    async accept(delivery) {
      const key = `${delivery.integrationId}:${delivery.key}`;
      const first = underway.get(key);
      if (first !== undefined) return { deliveryId: (await first).deliveryId, duplicate: true };
      const kept = keep(delivery).finally(() => underway.delete(key));
      underway.set(key, kept);
      return kept;
    },
  };
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the disk is too slow')), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
