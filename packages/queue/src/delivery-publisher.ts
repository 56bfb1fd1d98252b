import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { type Clock, systemClock } from '@slipway/domain';
import { createIORedisClient, type IRedisClient, Job, Queue } from 'bullmq';
import type { ChainableCommander } from 'ioredis';
import { Batcher } from './batcher.js';
import type { Redis } from './connection.js';
import {
  ENOUGH_DELIVERIES,
  GATHER_MS,
  MAX_ENVELOPE_CHARACTERS,
  MAX_ENVELOPE_DELIVERIES,
  MAX_SENDING,
  REPLICATION_TIMEOUT_MS,
  SLOW_REDIS_MS,
} from './limits.js';
import type { RedisHealth } from './redis-health.js';
import { execReplicated } from './replicated.js';
import { createSeenKeys, type SeenKeys } from './seen-keys.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues, type Lane, shardOf } from './shards.js';

export interface Published {
  /** The id of the first delivery with the same key; null when this is the first. */
  readonly duplicateOf: string | null;
}

export interface PublisherOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Stamps envelopes with the time they are queued. */
  readonly clock?: Clock;
  /** While it reports a problem, `publish` rejects at once. */
  readonly health?: Pick<RedisHealth, 'problem' | 'reportFailure'>;
  /** Replicas that must have an envelope before it counts as added, and how long they get. None by default. */
  readonly waitReplicas?: number;
  readonly waitMs?: number;
  /** How long deliveries wait while Redis acknowledges no envelope. */
  readonly maxWaitMs?: number;
  /** Called with the number of deliveries of each envelope that Redis has acknowledged. */
  readonly onEnvelope?: (deliveries: number) => void;
  /** Called when Redis did not take a published envelope. */
  readonly onFailure?: (error: unknown) => void;
  /** Runs what adds an envelope, to trace it. */
  readonly trace?: (deliveries: readonly Delivery[], add: () => Promise<void>) => Promise<void>;
}

interface OpenQueue {
  readonly queue: Queue<Envelope>;
  readonly batcher: Batcher<Delivery, Published>;
}

const FIRST: Published = { duplicateOf: null };
const NO_DUPLICATES: ReadonlyMap<number, string> = new Map();

/**
 * Publishes deliveries in envelopes, one batcher per queue. What arrives within GATHER_MS shares an envelope, and what
 * arrives while an envelope is on its way becomes the next one. Once an envelope fails, or none is acknowledged for
 * `maxWaitMs`, what waits is rejected, and so is everything else until the health check gets an answer.
 */
export class DeliveryPublisher {
  readonly #options: PublisherOptions;
  readonly #seen: SeenKeys;
  /** By lane and shard. */
  readonly #queues: Record<Lane, OpenQueue[]> = { steady: [], flood: [] };
  readonly #laneOf = createFloodWatch();

  constructor(options: PublisherOptions) {
    const { connection, namespace = DEFAULT_NAMESPACE, maxWaitMs = SLOW_REDIS_MS } = options;
    this.#options = options;
    this.#seen = createSeenKeys(connection, namespace);
    for (const described of deliveryQueues(connection, namespace)) {
      const queue = openDeliveryQueue(described, connection);
      const batcher = createBatcher((batch) => this.#send(queue, batch), maxWaitMs);
      this.#queues[described.lane].push({ queue, batcher });
    }
  }

  /**
   * Resolves once Redis has acknowledged the delivery. Rejects soon when Redis is down or slow; the delivery may still
   * have arrived then.
   */
  publish(delivery: Delivery): Promise<Published> {
    const problem = this.#options.health?.problem() ?? null;
    if (problem !== null) return Promise.reject(new Error(problem));
    return this.#queueOf(delivery).batcher.add(delivery);
  }

  /**
   * Adds deliveries that are stored elsewhere until Redis has them: spooled ones, and replays. Adds one envelope per
   * queue, however large, so the connection needs a command timeout that allows for it.
   */
  async enqueue(deliveries: readonly Delivery[]): Promise<void> {
    const byQueue = new Map<OpenQueue, Delivery[]>();
    for (const delivery of deliveries) {
      const queue = this.#queueOf(delivery);
      const together = byQueue.get(queue);
      if (together === undefined) byQueue.set(queue, [delivery]);
      else together.push(delivery);
    }
    await Promise.all([...byQueue].map(([{ queue }, together]) => this.#add(queue, together)));
    await Promise.all([...byQueue.values()].map((together) => this.#remember(together)));
  }

  /** Remembers the key of a delivery that will be enqueued; returns the id of the first delivery with the same key. */
  async remember(delivery: Delivery): Promise<string | null> {
    return (await this.#remember([delivery])).get(0) ?? null;
  }

  /** Sends what waits, and closes. */
  async close(): Promise<void> {
    const queues = Object.values(this.#queues).flat();
    await Promise.all(queues.map(({ batcher }) => batcher.flush()));
    await Promise.all(queues.map(({ queue }) => queue.close()));
  }

  /** Each call counts as one delivery of the project. */
  #queueOf({ projectId }: Delivery): OpenQueue {
    return this.#queues[this.#laneOf(projectId)][shardOf(this.#options.connection, projectId)] as OpenQueue;
  }

  /**
   * Adds the envelope and looks for duplicates in one round trip. Duplicates are queued too: the ledger ignores them, and
   * a delivery that was lost after its key was stored does not block the sender's retry.
   */
  async #send(queue: Queue<Envelope>, deliveries: readonly Delivery[]): Promise<Published[]> {
    const { health, onFailure } = this.#options;
    const problem = health?.problem() ?? null;
    if (problem !== null) throw new Error(problem);
    try {
      const [duplicates] = await Promise.all([this.#remember(deliveries), this.#add(queue, deliveries)]);
      return deliveries.map((_delivery, place) => {
        const duplicateOf = duplicates.get(place);
        return duplicateOf === undefined ? FIRST : { duplicateOf };
      });
    } catch (error) {
      onFailure?.(error);
      health?.reportFailure();
      throw error;
    }
  }

  #remember(deliveries: readonly Delivery[]): Promise<ReadonlyMap<number, string>> {
    return this.#seen.remember(deliveries).catch(() => NO_DUPLICATES);
  }

  async #add(queue: Queue<Envelope>, deliveries: readonly Delivery[]): Promise<void> {
    const { trace, onEnvelope } = this.#options;
    const envelope: Envelope = { v: ENVELOPE_VERSION, deliveries: [...deliveries] };
    const add = () => addEnvelope(queue, envelope, this.#options);
    await (trace === undefined ? add() : trace(deliveries, add));
    onEnvelope?.(deliveries.length);
  }
}

function createBatcher(
  run: (batch: readonly Delivery[]) => Promise<Published[]>,
  maxWaitMs: number,
): Batcher<Delivery, Published> {
  return new Batcher({
    concurrency: MAX_SENDING,
    maxItems: MAX_ENVELOPE_DELIVERIES,
    maxWeight: MAX_ENVELOPE_CHARACTERS,
    weigh: ({ body }) => body.length,
    gatherMs: GATHER_MS,
    enough: ENOUGH_DELIVERIES,
    maxWaitMs,
    run,
  });
}

const JOB_OPTIONS = {
  attempts: JOBS.apply_deliveries.attempts,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: false,
};

export function openDeliveryQueue({ name, prefix }: DeliveryQueue, connection: Redis): Queue<Envelope> {
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

/** Resolves once Redis has the envelope, and as many replicas as required: both in one round trip. */
async function addEnvelope(
  queue: Queue<Envelope>,
  envelope: Envelope,
  { connection, clock = systemClock, waitReplicas = 0, waitMs = REPLICATION_TIMEOUT_MS }: PublisherOptions,
): Promise<void> {
  const timestamp = clock.now();
  if (waitReplicas === 0) return void (await queue.add('apply_deliveries', envelope, { timestamp }));
  // Defines the commands of BullMQ, which the pipeline then has too.
  await queue.waitUntilReady();
  const client: IRedisClient = createIORedisClient(connection);
  const pipeline = client.pipeline();
  await new Job<Envelope>(queue, 'apply_deliveries', envelope, { ...JOB_OPTIONS, timestamp }).addJob(pipeline);
  // BullMQ's pipeline is that of ioredis, with additions.
  await execReplicated(pipeline as unknown as ChainableCommander, { replicas: waitReplicas, timeoutMs: waitMs });
}

/** A project with more deliveries than this in a window floods until the end of the next window. */
const FLOOD_DELIVERIES = 250;
const WINDOW_MS = 10_000;

/** Returns the lane of a project's next delivery, by how many this process has seen of the project. */
export function createFloodWatch(now: () => number = Date.now): (projectId: number) => Lane {
  let windowEnd = 0;
  let current = new Map<number, number>();
  let previous = new Map<number, number>();
  const isFlood = (counts: ReadonlyMap<number, number>, projectId: number) =>
    (counts.get(projectId) ?? 0) > FLOOD_DELIVERIES;

  return (projectId) => {
    const time = now();
    if (time >= windowEnd) {
      previous = time < windowEnd + WINDOW_MS ? current : new Map();
      current = new Map();
      windowEnd = time + WINDOW_MS;
    }
    current.set(projectId, (current.get(projectId) ?? 0) + 1);
    return isFlood(current, projectId) || isFlood(previous, projectId) ? 'flood' : 'steady';
  };
}
