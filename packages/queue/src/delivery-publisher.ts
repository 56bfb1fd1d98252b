import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RedisHealth } from './redis-health.js';
import { createSeenKeys, seenKeyOf } from './seen-keys.js';
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
  /** Redis did not take an envelope. */
  readonly onFailure?: (error: unknown) => void;
}

/** How long the first delivery of a quiet shard waits for company. */
const GATHER_MS = 1;
const MAX_DELIVERIES = 500;
const MAX_CHARACTERS = 1024 * 1024;

interface Waiting {
  readonly delivery: Delivery;
  readonly seenKey: string;
  resolve(published: Published): void;
  reject(reason: unknown): void;
}

/** What a shard has gathered, and whether an envelope of it is on its way. */
interface Shard {
  readonly number: number;
  readonly queue: Queue<Envelope>;
  waiting: Waiting[];
  characters: number;
  sending: boolean;
  timer: NodeJS.Timeout | undefined;
}

const FIRST: Published = { duplicateOf: null };

/**
 * Gathers deliveries per shard and adds them as one envelope job. While an envelope is on its way the next one gathers,
 * so that the busier the door, the more travels together.
 */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const { health, onEnvelope } = options;
  const seen = createSeenKeys(options.connection, options.namespace);
  const underway = new Set<Promise<void>>();
  const shards = openShards(options);

  /** The repeats are told so; the others are added as one job and answered once it is acknowledged. */
  async function add({ number, queue }: Shard, waiting: readonly Waiting[]): Promise<void> {
    const first = await seen.find(
      number,
      waiting.map(({ seenKey }) => seenKey),
    );
    for (const [place, duplicateOf] of first) waiting[place]?.resolve({ duplicateOf });
    const fresh = first.size === 0 ? waiting : waiting.filter((_, place) => !first.has(place));
    if (fresh.length === 0) return;
    const deliveries = fresh.map(({ delivery }) => delivery);
    const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries };
    await queue.add('apply_deliveries', envelope);
    onEnvelope?.(envelope);
    for (const { resolve } of fresh) resolve(FIRST);
    // Only now: remembering what was never queued would turn the sender's retry away for good. Nobody waits for it.
    track(seen.remember(number, fresh).catch(() => undefined));
  }

  async function send(shard: Shard): Promise<void> {
    clearTimeout(shard.timer);
    shard.timer = undefined;
    const { waiting } = shard;
    shard.waiting = [];
    shard.characters = 0;
    shard.sending = true;
    try {
      await add(shard, waiting);
    } catch (error) {
      options.onFailure?.(error);
      health.reportFailure();
      for (const { reject } of waiting) reject(error);
    }
    shard.sending = false;
    if (shard.waiting.length > 0) track(send(shard));
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underway.delete(tracked));
    underway.add(tracked);
  }

  /** A full envelope goes at once, a lone one in a moment, and the next one when the last is acknowledged. */
  function schedule(shard: Shard): void {
    const full = shard.waiting.length >= MAX_DELIVERIES || shard.characters >= MAX_CHARACTERS;
    if (full) track(send(shard));
    else if (!shard.sending) shard.timer ??= setTimeout(() => track(send(shard)), GATHER_MS);
  }

  return {
    publish(delivery) {
      const problem = health.problem();
      if (problem !== null) return Promise.reject(new Error(problem));
      const shard = shards[shardOf(delivery.projectId)] as Shard;
      shard.characters += delivery.body.length;
      const published = new Promise<Published>((resolve, reject) => {
        shard.waiting.push({ delivery, seenKey: seenKeyOf(delivery), resolve, reject });
      });
      schedule(shard);
      return published;
    },
    async close() {
      for (const shard of shards) if (shard.waiting.length > 0) track(send(shard));
      while (underway.size > 0) await Promise.all(underway);
      await Promise.all(shards.map(({ queue }) => queue.close()));
    },
  };
}

function openShards(options: PublisherOptions): Shard[] {
  return Array.from({ length: SHARD_COUNT }, (_, number) => ({
    number,
    queue: openQueue(number, options),
    waiting: [],
    characters: 0,
    sending: false,
    timer: undefined,
  }));
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
