import type { Delivery } from '@slipway/contracts';
import { Batcher } from './batcher.js';
import { type EnvelopeQueuesOptions, openEnvelopeQueues } from './envelope-queues.js';
import {
  ENOUGH_DELIVERIES,
  GATHER_MS,
  MAX_ENVELOPE_CHARACTERS,
  MAX_ENVELOPE_DELIVERIES,
  MAX_SENDING,
  SLOW_REDIS_MS,
} from './limits.js';
import type { RedisHealth } from './redis-health.js';
import { createSeenKeys } from './seen-keys.js';
import type { DeliveryQueue } from './shards.js';

/** A delivery that Redis has acknowledged. */
export interface Published {
  /** The id of the first delivery with the same key; null when this is the first. */
  readonly duplicateOf: string | null;
}

export interface DeliveryPublisher {
  /**
   * Resolves once Redis has acknowledged the delivery. Rejects soon when Redis is down or slow; the delivery may still
   * have arrived then.
   */
  publish(delivery: Delivery): Promise<Published>;
  /** Sends what waits, and closes. */
  close(): Promise<void>;
}

export interface PublisherOptions extends EnvelopeQueuesOptions {
  readonly health: RedisHealth;
  /** Called when Redis did not take an envelope. */
  readonly onFailure?: (error: unknown) => void;
}

const FIRST: Published = { duplicateOf: null };
const NO_DUPLICATES: ReadonlyMap<number, string> = new Map();

/**
 * Publishes deliveries in envelopes, one batcher per queue. A queue is in one of these states:
 *
 * State       Event                                                   Next state
 * idle        a delivery is published                                 gathering
 * gathering   GATHER_MS pass, or the envelope is full                 sending
 * sending     Redis acknowledges, and deliveries wait                 sending, the next envelope
 * sending     ENOUGH_DELIVERIES wait, fewer than MAX_SENDING are out  sending, one envelope more
 * sending     Redis acknowledges nothing for SLOW_REDIS_MS            sending, what waits is rejected
 * sending     Redis acknowledges, and nothing waits                   idle
 * any         an envelope fails                                       down, what waits is rejected
 * down        the health check gets an answer                         idle
 *
 * While Redis is down, `publish` rejects at once.
 */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const { health, connection, namespace } = options;
  const queues = openEnvelopeQueues(options);
  const seen = createSeenKeys(connection, namespace);

  /**
   * Adds the envelope and looks for duplicates in one round trip. Duplicates are queued too: the ledger ignores them, and
   * a delivery that was lost after its key was stored does not block the sender's retry.
   */
  async function send(queue: DeliveryQueue, deliveries: readonly Delivery[]): Promise<Published[]> {
    const problem = health.problem();
    if (problem !== null) throw new Error(problem);
    try {
      const [duplicates] = await Promise.all([
        seen.remember(deliveries).catch(() => NO_DUPLICATES),
        queues.add(queue, deliveries),
      ]);
      return deliveries.map((_delivery, place) => {
        const duplicateOf = duplicates.get(place);
        return duplicateOf === undefined ? FIRST : { duplicateOf };
      });
    } catch (error) {
      options.onFailure?.(error);
      health.reportFailure();
      throw error;
    }
  }

  const batchers = new Map(queues.all.map((queue) => [queue, createBatcher((batch) => send(queue, batch))]));
  return {
    publish(delivery) {
      const problem = health.problem();
      if (problem !== null) return Promise.reject(new Error(problem));
      const batcher = batchers.get(queues.queueFor(delivery.projectId)) as Batcher<Delivery, Published>;
      return batcher.add(delivery);
    },
    async close() {
      await Promise.all([...batchers.values()].map((batcher) => batcher.flush()));
      await queues.close();
    },
  };
}

function createBatcher(run: (batch: readonly Delivery[]) => Promise<Published[]>): Batcher<Delivery, Published> {
  return new Batcher({
    concurrency: MAX_SENDING,
    maxItems: MAX_ENVELOPE_DELIVERIES,
    maxWeight: MAX_ENVELOPE_CHARACTERS,
    weigh: ({ body }) => body.length,
    gatherMs: GATHER_MS,
    enough: ENOUGH_DELIVERIES,
    patienceMs: SLOW_REDIS_MS,
    run,
  });
}
