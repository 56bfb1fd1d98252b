import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { createIORedisClient, type IRedisClient, Job, Queue } from 'bullmq';
import type { ChainableCommander } from 'ioredis';
import type { Redis } from './connection.js';
import { createFloodWatch } from './flood-watch.js';
import { REPLICATION_TIMEOUT_MS } from './limits.js';
import { execReplicated, type Replication } from './replicated.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues, shardOf } from './shards.js';

const JOB_OPTIONS = {
  attempts: JOBS.apply_deliveries.attempts,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: false,
};

export interface EnvelopeQueuesOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Replicas that must have an envelope before it counts as added, and how long they get. None by default. */
  readonly waitReplicas?: number;
  readonly waitMs?: number;
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
  /** Adds the deliveries, all of that queue, as one job. Resolves once Redis and the replicas have acknowledged it. */
  add(to: DeliveryQueue, deliveries: readonly Delivery[]): Promise<void>;
  close(): Promise<void>;
}

export function openEnvelopeQueues(options: EnvelopeQueuesOptions): EnvelopeQueues {
  const { waitReplicas: replicas = 0, waitMs: timeoutMs = REPLICATION_TIMEOUT_MS } = options;
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
      const queue = queues.get(to) as Queue<Envelope>;
      const addToQueue = async () => {
        if (replicas === 0) await queue.add('apply_deliveries', envelope);
        else await addReplicated(queue, envelope, { ...options, replicas, timeoutMs });
      };
      await (options.trace === undefined ? addToQueue() : options.trace(deliveries, addToQueue));
      options.onEnvelope?.(deliveries.length);
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Adds the envelope and waits for the replicas in one round trip. */
async function addReplicated(
  queue: Queue<Envelope>,
  envelope: Envelope,
  { connection, ...replication }: Replication & { connection: Redis },
): Promise<void> {
  // Defines the commands of BullMQ, which the pipeline then has too.
  await queue.waitUntilReady();
  const client: IRedisClient = createIORedisClient(connection);
  const pipeline = client.pipeline();
  await new Job<Envelope>(queue, 'apply_deliveries', envelope, JOB_OPTIONS).addJob(pipeline);
  // BullMQ's pipeline is that of ioredis, with additions.
  await execReplicated(pipeline as unknown as ChainableCommander, replication);
}

function openQueue({ name, prefix }: DeliveryQueue, connection: Redis): Queue<Envelope> {
  const queue = new Queue<Envelope>(name, {
    connection,
    prefix,
    // Without both, a queue opened while Redis is down never recovers.
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
    defaultJobOptions: JOB_OPTIONS,
  });
  // A failed add rejects at its caller; the connection reports its own state.
  queue.on('error', () => undefined);
  return queue;
}
