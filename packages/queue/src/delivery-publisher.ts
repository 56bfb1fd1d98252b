import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createFloodWatch } from './flood-watch.js';
import type { RedisHealth } from './redis-health.js';
import { createSeenKeys, seenKeyOf } from './seen-keys.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues, type Lane, shardOf } from './shards.js';

/** What became of a published delivery. */
export interface Published {
  /** The id it was first accepted under, when it is a repeat. */
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

/** How long the first delivery of a quiet queue waits for company. */
const GATHER_MS = 1;
/** With this many gathered, a second envelope does not wait for the first. */
const ENOUGH_DELIVERIES = 32;
const MAX_SENDING = 2;
const MAX_DELIVERIES = 500;
const MAX_CHARACTERS = 1024 * 1024;

interface Waiting {
  readonly delivery: Delivery;
  readonly seenKey: string;
  resolve(published: Published): void;
  reject(reason: unknown): void;
}

/** What was gathered for a queue, and how many envelopes of it are on their way. */
interface Gathering {
  readonly shard: number;
  readonly queue: Queue<Envelope>;
  waiting: Waiting[];
  characters: number;
  sending: number;
  timer: NodeJS.Timeout | undefined;
}

const FIRST: Published = { duplicateOf: null };
const NO_REPEATS: ReadonlyMap<number, string> = new Map();

/**
 * Gathers deliveries per queue and adds them as one envelope job. While an envelope is on its way the next one gathers,
 * so that the busier the door, the more travels together.
 */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const { health, onEnvelope } = options;
  const seen = createSeenKeys(options.connection, options.namespace);
  const underway = new Set<Promise<void>>();
  const gatherings = openGatherings(options);
  const laneOf = createFloodWatch();

  /**
   * Adds all as one job and learns which are repeats in one round trip. Repeats are queued too, where they take no
   * effect: so no memory of a delivery that was lost on its way can turn the sender's retry away.
   */
  async function add({ shard, queue }: Gathering, waiting: readonly Waiting[]): Promise<void> {
    const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries: waiting.map(({ delivery }) => delivery) };
    const [repeats] = await Promise.all([
      seen.remember(shard, waiting).catch(() => NO_REPEATS),
      queue.add('apply_deliveries', envelope),
    ]);
    onEnvelope?.(envelope);
    for (const [place, { resolve }] of waiting.entries()) {
      const duplicateOf = repeats.get(place);
      resolve(duplicateOf === undefined ? FIRST : { duplicateOf });
    }
  }

  async function send(gathering: Gathering): Promise<void> {
    clearTimeout(gathering.timer);
    gathering.timer = undefined;
    const { waiting } = gathering;
    gathering.waiting = [];
    gathering.characters = 0;
    gathering.sending += 1;
    try {
      const problem = health.problem();
      // What waited behind an envelope that Redis did not take must not wait as long again.
      if (problem !== null) throw new Error(problem);
      await add(gathering, waiting);
    } catch (error) {
      options.onFailure?.(error);
      health.reportFailure();
      for (const { reject } of waiting) reject(error);
    }
    gathering.sending -= 1;
    if (gathering.sending === 0 && gathering.waiting.length > 0) track(send(gathering));
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underway.delete(tracked));
    underway.add(tracked);
  }

  /**
   * A lone delivery waits a moment for company, those behind an envelope until it is acknowledged. When there are enough
   * of them a second one follows the first, so that the door is at work while Redis is.
   */
  function schedule(gathering: Gathering): void {
    const { waiting, characters, sending } = gathering;
    const full = waiting.length >= MAX_DELIVERIES || characters >= MAX_CHARACTERS;
    if (full || (sending < MAX_SENDING && waiting.length >= ENOUGH_DELIVERIES)) track(send(gathering));
    else if (sending === 0) gathering.timer ??= setTimeout(() => track(send(gathering)), GATHER_MS);
  }

  return {
    publish(delivery) {
      const problem = health.problem();
      if (problem !== null) return Promise.reject(new Error(problem));
      const { projectId } = delivery;
      const gathering = gatherings.of(shardOf(projectId), laneOf(projectId));
      gathering.characters += delivery.body.length;
      const published = new Promise<Published>((resolve, reject) => {
        gathering.waiting.push({ delivery, seenKey: seenKeyOf(delivery), resolve, reject });
      });
      schedule(gathering);
      return published;
    },
    async close() {
      for (const gathering of gatherings.all) if (gathering.waiting.length > 0) track(send(gathering));
      while (underway.size > 0) await Promise.all(underway);
      await Promise.all(gatherings.all.map(({ queue }) => queue.close()));
    },
  };
}

/** One gathering per queue. */
function openGatherings(options: PublisherOptions) {
  const queues = deliveryQueues(options.namespace ?? DEFAULT_NAMESPACE);
  const all = queues.map(
    (queue): Gathering => ({
      shard: queue.shard,
      queue: openQueue(queue, options),
      waiting: [],
      characters: 0,
      sending: 0,
      timer: undefined,
    }),
  );
  const places = new Map(queues.map(({ shard, lane }, place) => [`${shard} ${lane}`, place]));
  return { all, of: (shard: number, lane: Lane) => all[places.get(`${shard} ${lane}`) as number] as Gathering };
}

function openQueue({ name, prefix }: DeliveryQueue, { connection }: PublisherOptions): Queue<Envelope> {
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
