import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RedisHealth } from './redis-health.js';
import { createSeenKeys } from './seen-keys.js';
import { DEFAULT_NAMESPACE, SHARD_COUNT, shardOf, shardQueue } from './shards.js';

/** What became of a published delivery. */
export interface Published {
  /** The id it was first accepted under, when it is a repeat; then nothing was queued. */
  readonly duplicateOf: string | null;
}

/** Makes deliveries durable: resolves once Redis holds the delivery, rejects when it cannot be told to. */
export interface DeliveryPublisher {
  publish(delivery: Delivery): Promise<Published>;
  /** Flushes what is gathered and closes. */
  close(): Promise<void>;
}

export interface PublisherOptions {
  readonly connection: Redis;
  readonly health: RedisHealth;
  readonly namespace?: string;
  readonly onEnvelope?: (envelope: Envelope) => void;
}

/** What arrives within this time travels together. */
const GATHER_MS = 2;
const MAX_DELIVERIES = 500;
const MAX_CHARACTERS = 1024 * 1024;

interface Waiting {
  readonly delivery: Delivery;
  resolve(published: Published): void;
  reject(reason: unknown): void;
}

interface Gathering {
  readonly waiting: Waiting[];
  characters: number;
  timer: NodeJS.Timeout;
}

const FIRST: Published = { duplicateOf: null };

/** Gathers deliveries per shard for a few milliseconds and adds them as one envelope job. */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const { health, onEnvelope } = options;
  const queues = Array.from({ length: SHARD_COUNT }, (_, shard) => openQueue(shard, options));
  const seen = createSeenKeys(options.connection, options.namespace);
  const gatherings = new Map<number, Gathering>();
  const underway = new Set<Promise<void>>();

  /** The repeats are told so; the others are added as one job and answered once it is acknowledged. */
  async function add(shard: number, waiting: readonly Waiting[]): Promise<void> {
    const first = await seen.find(waiting.map(({ delivery }) => delivery));
    const fresh = waiting.filter((_, index) => first[index] === null);
    for (const [index, { resolve }] of waiting.entries()) {
      const duplicateOf = first[index];
      if (typeof duplicateOf === 'string') resolve({ duplicateOf });
    }
    if (fresh.length === 0) return;
    const deliveries = fresh.map(({ delivery }) => delivery);
    const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries };
    await queues[shard]?.add('apply_deliveries', envelope);
    onEnvelope?.(envelope);
    for (const { resolve } of fresh) resolve(FIRST);
    // Only now: remembering what was never queued would turn the sender's retry away for good.
    await seen.remember(deliveries).catch(() => undefined);
  }

  async function flush(shard: number): Promise<void> {
    const gathering = gatherings.get(shard);
    if (gathering === undefined) return;
    gatherings.delete(shard);
    clearTimeout(gathering.timer);
    try {
      await add(shard, gathering.waiting);
    } catch (error) {
      health.reportFailure();
      for (const { reject } of gathering.waiting) reject(error);
    }
  }

  function flushTracked(shard: number): void {
    const flushing = flush(shard).finally(() => underway.delete(flushing));
    underway.add(flushing);
  }

  function gather(shard: number): Gathering {
    const timer = setTimeout(() => flushTracked(shard), GATHER_MS);
    const gathering: Gathering = { waiting: [], characters: 0, timer };
    gatherings.set(shard, gathering);
    return gathering;
  }

  return {
    publish(delivery) {
      const problem = health.problem();
      if (problem !== null) return Promise.reject(new Error(problem));
      const shard = shardOf(delivery.projectId);
      const gathering = gatherings.get(shard) ?? gather(shard);
      gathering.characters += delivery.body.length;
      const published = new Promise<Published>((resolve, reject) => {
        gathering.waiting.push({ delivery, resolve, reject });
      });
      if (gathering.waiting.length >= MAX_DELIVERIES || gathering.characters >= MAX_CHARACTERS)
        flushTracked(shard);
      return published;
    },
    async close() {
      for (const shard of [...gatherings.keys()]) flushTracked(shard);
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
  // Every failed add rejects its own publish; the connection reports its state by itself.
  queue.on('error', () => undefined);
  return queue;
}
