import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DEFAULT_NAMESPACE, SHARD_COUNT, shardOf, shardQueue } from './shards.js';

/** Makes deliveries durable: resolves once Redis holds the delivery, rejects when it cannot be told to. */
export interface DeliveryPublisher {
  publish(delivery: Delivery): Promise<void>;
  /** Flushes what is gathered and closes. */
  close(): Promise<void>;
}

export interface PublisherOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  readonly onEnvelope?: (envelope: Envelope) => void;
}

/** What arrives within this time travels together. */
const GATHER_MS = 2;
const MAX_DELIVERIES = 500;
const MAX_BYTES = 1024 * 1024;

interface Gathering {
  readonly deliveries: Delivery[];
  readonly settled: PromiseWithResolvers<void>;
  bytes: number;
  timer: NodeJS.Timeout;
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function promiseWithResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Gathers deliveries per shard for a few milliseconds and adds them as one envelope job. */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const queues = Array.from({ length: SHARD_COUNT }, (_, shard) => openQueue(shard, options));
  const gatherings = new Map<number, Gathering>();
  const underway = new Set<Promise<void>>();

  async function flush(shard: number): Promise<void> {
    const gathering = gatherings.get(shard);
    if (gathering === undefined) return;
    gatherings.delete(shard);
    clearTimeout(gathering.timer);
    const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries: gathering.deliveries };
    options.onEnvelope?.(envelope);
    try {
      await queues[shard]?.add('apply_deliveries', envelope);
      gathering.settled.resolve();
    } catch (error) {
      gathering.settled.reject(error);
    }
  }

  function flushTracked(shard: number): void {
    const flushing = flush(shard).finally(() => underway.delete(flushing));
    underway.add(flushing);
  }

  function gather(shard: number): Gathering {
    const gathering: Gathering = {
      deliveries: [],
      settled: promiseWithResolvers<void>(),
      bytes: 0,
      timer: setTimeout(() => flushTracked(shard), GATHER_MS),
    };
    gatherings.set(shard, gathering);
    return gathering;
  }

  return {
    publish(delivery) {
      const shard = shardOf(delivery.projectId);
      const gathering = gatherings.get(shard) ?? gather(shard);
      gathering.deliveries.push(delivery);
      gathering.bytes += delivery.body.length;
      if (gathering.deliveries.length >= MAX_DELIVERIES || gathering.bytes >= MAX_BYTES) flushTracked(shard);
      return gathering.settled.promise;
    },
    async close() {
      for (const shard of gatherings.keys()) flushTracked(shard);
      await Promise.all(underway);
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

function openQueue(
  shard: number,
  { connection, namespace = DEFAULT_NAMESPACE }: PublisherOptions,
): Queue<Envelope> {
  const { name, prefix } = shardQueue(shard, namespace);
  const queue = new Queue<Envelope>(name, {
    connection,
    prefix,
    // Without both, a queue made while Redis is away never recovers.
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
  queue.on('error', () => {
    // Every failed add rejects its own publish; the connection reports its state by itself.
  });
  return queue;
}
