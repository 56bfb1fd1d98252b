import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createFloodWatch } from './flood-watch.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues, shardOf } from './shards.js';

export interface EnvelopeQueuesOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Called with the number of deliveries of each envelope that Redis has acknowledged. */
  readonly onEnvelope?: (deliveries: number) => void;
  /** Runs what adds an envelope, to trace it. */
  readonly trace?: (deliveries: readonly Delivery[], add: () => Promise<void>) => Promise<void>;
}

/** The queues of deliveries, to add envelopes to. */
export interface EnvelopeQueues {
  readonly all: readonly DeliveryQueue[];
  /** The queue for the project's next delivery; each call counts as one delivery of the project. */
  queueFor(projectId: number): DeliveryQueue;
  /** Adds the deliveries, all of that queue, as one job. Resolves once Redis has acknowledged it. */
  add(to: DeliveryQueue, deliveries: readonly Delivery[]): Promise<void>;
  close(): Promise<void>;
}

export function openEnvelopeQueues(options: EnvelopeQueuesOptions): EnvelopeQueues {
  const all = deliveryQueues(options.namespace ?? DEFAULT_NAMESPACE);
  const queues = new Map(all.map((queue) => [queue, openQueue(queue, options.connection)]));
  const laneOf = createFloodWatch();
  return {
    all,
    queueFor(projectId) {
      const shard = shardOf(projectId);
      const lane = laneOf(projectId);
      return all.find((queue) => queue.shard === shard && queue.lane === lane) as DeliveryQueue;
    },
    async add(to, deliveries) {
      const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries: [...deliveries] };
      const addToQueue = async () => void (await queues.get(to)?.add('apply_deliveries', envelope));
      await (options.trace === undefined ? addToQueue() : options.trace(deliveries, addToQueue));
      options.onEnvelope?.(deliveries.length);
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function openQueue({ name, prefix }: DeliveryQueue, connection: Redis): Queue<Envelope> {
  const queue = new Queue<Envelope>(name, {
    connection,
    prefix,
    // Without both, a queue opened while Redis is down never recovers.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
    defaultJobOptions: {
      attempts: JOBS.apply_deliveries.attempts,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: false,
    },
  });
  // A failed add rejects at its caller; the connection reports its own state.
  queue.on('error', () => undefined);
  return queue;
}
