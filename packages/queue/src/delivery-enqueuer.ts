import type { Delivery } from '@slipway/contracts';
import { type EnvelopeQueuesOptions, openEnvelopeQueues } from './envelope-queues.js';
import { createSeenKeys } from './seen-keys.js';
import type { DeliveryQueue } from './shards.js';

/** Enqueues deliveries that are stored elsewhere until Redis has them: spooled ones, and replays. */
export interface DeliveryEnqueuer {
  /** Adds one envelope per queue. Resolves once Redis has acknowledged all of them. */
  enqueue(deliveries: readonly Delivery[]): Promise<void>;
  close(): Promise<void>;
}

/** Its connection needs a command timeout that allows for the largest delivery. */
export function createDeliveryEnqueuer(options: EnvelopeQueuesOptions): DeliveryEnqueuer {
  const queues = openEnvelopeQueues(options);
  const seen = createSeenKeys(options.connection, options.namespace);
  return {
    async enqueue(deliveries) {
      const byQueue = new Map<DeliveryQueue, Delivery[]>();
      for (const delivery of deliveries) {
        const queue = queues.queueFor(delivery.projectId);
        const together = byQueue.get(queue);
        if (together === undefined) byQueue.set(queue, [delivery]);
        else together.push(delivery);
      }
      await Promise.all([...byQueue].map(([queue, together]) => queues.add(queue, together)));
      const groups = [...byQueue.values()];
      await Promise.all(groups.map((together) => seen.remember(together).catch(() => undefined)));
    },
    close: () => queues.close(),
  };
}
