import { setTimeout as delay } from 'node:timers/promises';
import { type Delivery, LARGE_BODY_CHARACTERS } from '@slipway/contracts';
import { type Clock, withTimeout } from '@slipway/domain';
import type { DeliveryPublisher, RedisHealth } from '@slipway/queue';
import { ACCEPT_RETRY_MS, DURABLE_TIMEOUT_MS, LARGE_SPOOL_TIMEOUT_MS, MIN_SPOOL_TIMEOUT_MS } from './limits.js';
import type { Spool } from './spool/spool.js';

export interface Accepted {
  /** Of a duplicate, the id of the first delivery. */
  readonly deliveryId: string;
  readonly duplicate: boolean;
}

/** Resolves once the delivery is durable; rejects when neither Redis nor the spool can take it. */
export type Accept = (delivery: Delivery) => Promise<Accepted>;

export interface AcceptDeps {
  readonly publisher: Pick<DeliveryPublisher, 'publish' | 'remember'>;
  readonly spool: Pick<Spool, 'append'>;
  readonly health: Pick<RedisHealth, 'problem'>;
  /** Has time for a large delivery. */
  readonly enqueuer: Pick<DeliveryPublisher, 'enqueue'>;
  readonly clock: Clock;
}

/**
 * Makes deliveries durable: small ones in Redis, or in the spool while Redis cannot take them, and large ones always in
 * the spool, or in Redis while the spool cannot take them. A delivery may end up in both, or twice in Redis; the ledger
 * lets it take effect once.
 */
export function createAccept({ publisher, spool, health, enqueuer, clock }: AcceptDeps): Accept {
  const append = (delivery: Delivery, limitMs: number) =>
    withTimeout(limitMs, 'writing to the spool', () => spool.append(delivery));

  async function acceptLarge(delivery: Delivery): Promise<Accepted> {
    await append(delivery, LARGE_SPOOL_TIMEOUT_MS).catch(async (error: unknown) => {
      if (health.problem() !== null) throw error;
      const enqueue = () => enqueuer.enqueue([delivery]);
      await withTimeout(LARGE_SPOOL_TIMEOUT_MS, 'queueing a large delivery', enqueue);
    });
    return toAccepted(delivery, health.problem() === null ? await publisher.remember(delivery) : null);
  }

  const publish = (delivery: Delivery): Promise<Accepted> =>
    publisher.publish(delivery).then(({ duplicateOf }) => toAccepted(delivery, duplicateOf));

  /** Without a spool, a Redis that only hesitates must not cost a webhook: both are tried until the answer is due. */
  async function acceptSpooled(delivery: Delivery): Promise<Accepted> {
    // The clock may have been corrected meanwhile.
    const spentMs = Math.max(clock.now() - delivery.receivedAt, 0);
    const dueAt = performance.now() + DURABLE_TIMEOUT_MS - spentMs;
    for (;;) {
      const leftMs = dueAt - performance.now();
      try {
        await append(delivery, Math.max(leftMs, MIN_SPOOL_TIMEOUT_MS));
        return toAccepted(delivery, null);
      } catch (error) {
        if (leftMs < ACCEPT_RETRY_MS) throw error;
      }
      await delay(ACCEPT_RETRY_MS);
      const published = await publish(delivery).catch(() => null);
      if (published !== null) return published;
    }
  }

  return (delivery) => {
    if (delivery.body.length > LARGE_BODY_CHARACTERS) return acceptLarge(delivery);
    return publish(delivery).catch(() => acceptSpooled(delivery));
  };
}

/** A delivery that was enqueued finds its own key. */
function toAccepted({ id }: Delivery, firstId: string | null): Accepted {
  return { deliveryId: firstId ?? id, duplicate: firstId !== null && firstId !== id };
}
