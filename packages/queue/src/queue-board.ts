import type { RequestListener } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Redis } from './connection.js';
import { openDeliveryQueue } from './delivery-publisher.js';
import { openJobQueue } from './jobs.js';
import { DEFAULT_NAMESPACE, deliveryQueues } from './shards.js';

/** Pages that show what is in the queues. */
export interface QueueBoard {
  readonly router: RequestListener;
  close(): Promise<void>;
}

export interface QueueBoardOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  readonly basePath: string;
}

/**
 * The board of all queues. Single jobs can be retried there. Deliveries can only be looked at: removing an envelope would
 * lose what senders were promised.
 */
export function createQueueBoard({ connection, namespace, basePath }: QueueBoardOptions): QueueBoard {
  const jobs = openJobQueue(connection, namespace);
  const deliveries = deliveryQueues(connection, namespace ?? DEFAULT_NAMESPACE).map((queue) =>
    openDeliveryQueue(queue, connection),
  );
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(basePath);
  createBullBoard({
    serverAdapter,
    queues: [
      new BullMQAdapter(jobs),
      ...deliveries.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })),
    ],
    options: { uiConfig: { boardTitle: 'Slipway queues', miscLinks: [{ text: 'Database', url: '/database' }] } },
  });
  return {
    router: serverAdapter.getRouter() as RequestListener,
    async close() {
      await Promise.all([jobs, ...deliveries].map((queue) => queue.close()));
    },
  };
}
