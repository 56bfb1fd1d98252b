import { type Delivery, LARGE_BODY_CHARACTERS } from '@slipway/contracts';
import { withTimeout } from '@slipway/domain';
import type { DeliveryPublisher, RedisHealth } from '@slipway/queue';
import { DURABLE_TIMEOUT_MS, LARGE_SPOOL_TIMEOUT_MS, MIN_SPOOL_TIMEOUT_MS } from './limits.js';
import type { Spool } from './spool/spool.js';

/** A durable delivery. */
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
}

/**
 * Makes deliveries durable: small ones in Redis, or in the spool while Redis cannot take them, and large ones always in
 * the spool. A delivery may end up in both; the ledger lets it take effect once.
 */
export function createAccept({ publisher, spool, health }: AcceptDeps): Accept {
  const append = (delivery: Delivery, limitMs: number) =>
    withTimeout(limitMs, 'writing to the spool', () => spool.append(delivery));

  async function acceptLarge(delivery: Delivery): Promise<Accepted> {
    await append(delivery, LARGE_SPOOL_TIMEOUT_MS);
    return toAccepted(delivery, health.problem() === null ? await publisher.remember(delivery) : null);
  }

  async function acceptSpooled(delivery: Delivery): Promise<Accepted> {
    await append(delivery, spoolTimeoutMs(delivery));
    return toAccepted(delivery, null);
  }

  return (delivery) => {
    if (delivery.body.length > LARGE_BODY_CHARACTERS) return acceptLarge(delivery);
    return publisher.publish(delivery).then(
      ({ duplicateOf }) => toAccepted(delivery, duplicateOf),
      () => acceptSpooled(delivery),
    );
  };
}

function spoolTimeoutMs({ receivedAt }: Delivery): number {
  const leftMs = DURABLE_TIMEOUT_MS - (Date.now() - receivedAt);
  // The clock may have been set meanwhile.
  return Math.min(Math.max(leftMs, MIN_SPOOL_TIMEOUT_MS), DURABLE_TIMEOUT_MS);
}

function toAccepted({ id }: Delivery, duplicateOf: string | null): Accepted {
  return { deliveryId: duplicateOf ?? id, duplicate: duplicateOf !== null };
}
