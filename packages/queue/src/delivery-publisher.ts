import { type Delivery, ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { createBulkLane } from './bulk-lane.js';
import { createFloodWatch } from './flood-watch.js';
import type { RedisHealth } from './redis-health.js';
import { createSeenKeys, type RememberedDelivery, seenKeyOf } from './seen-keys.js';
import { DEFAULT_NAMESPACE, type DeliveryQueue, deliveryQueues, type Lane, shardOf } from './shards.js';
import { withinTimeLimit } from './time-limit.js';

/** What became of a published delivery. */
export interface Published {
  /** The id it was first accepted under, when it is a repeat. */
  readonly duplicateOf: string | null;
}

/** Makes deliveries durable: resolves once Redis holds the delivery, rejects when it cannot be told to. */
export interface DeliveryPublisher {
  /** Settles soon: what Redis is slow to take is rejected, though it may arrive all the same. */
  publish(delivery: Delivery): Promise<Published>;
  /**
   * For deliveries that are kept elsewhere meanwhile: all of them or none, and it takes as long as Redis does. The same
   * ones handed over again lie in the queue once.
   */
  handOver(deliveries: readonly Delivery[]): Promise<void>;
  /** Flushes what is gathered and closes. */
  close(): Promise<void>;
}

export interface PublisherOptions {
  readonly connection: Redis;
  readonly health: RedisHealth;
  readonly namespace?: string;
  /** How long a large delivery may take, others before it included; without it none waits for another. */
  readonly largeLimitMs?: number;
  readonly onEnvelope?: (envelope: Envelope) => void;
  /** Redis did not take an envelope. */
  readonly onFailure?: (error: unknown) => void;
}

/** How long the first delivery of a quiet queue waits for company. */
const GATHER_MS = 1;
/** How long deliveries wait behind others while none of those arrives: an answer is due soon. */
const WAIT_LIMIT_MS = 250;
/** With this many gathered, a second envelope does not wait for the first. */
const ENOUGH_DELIVERIES = 32;
const MAX_SENDING = 2;
const MAX_DELIVERIES = 500;
/** Of an envelope; a delivery that is larger travels alone, where none waits behind it. */
const MAX_CHARACTERS = 1024 * 1024;
/** How long a large delivery may take before it had better be kept elsewhere. */
const LARGE_LIMIT_MS = 600;

interface Waiting extends RememberedDelivery {
  readonly delivery: Delivery;
  resolve(published: Published): void;
  reject(reason: unknown): void;
}

/** What was gathered for a queue, and how many envelopes of it are on their way. */
interface Gathering {
  readonly to: DeliveryQueue;
  readonly queue: Queue<Envelope>;
  waiting: Waiting[];
  characters: number;
  sending: number;
  /** Until a lone delivery goes without company. */
  gather: NodeJS.Timeout | undefined;
  /** Until those behind envelopes have waited long enough. */
  patience: NodeJS.Timeout | undefined;
}

const FIRST: Published = { duplicateOf: null };
const NO_REPEATS: ReadonlyMap<number, string> = new Map();

const envelopeOf = (deliveries: Delivery[]): Envelope => ({ v: ENVELOPE_VERSION, deliveries });

/**
 * Gathers deliveries per queue and adds them as one envelope job. While an envelope is on its way the next one gathers,
 * so that the busier ingest is, the more travels together.
 */
export function createDeliveryPublisher(options: PublisherOptions): DeliveryPublisher {
  const { health } = options;
  const gatherings = openGatherings(options);
  const laneOf = createFloodWatch();
  const gatheringOf = ({ projectId }: Delivery) => gatherings.of(shardOf(projectId), laneOf(projectId));
  const small = createGatherer(options);
  const large = createLargeSender(options);
  return {
    publish(delivery) {
      const problem = health.problem();
      if (problem !== null) return Promise.reject(new Error(problem));
      const gathering = gatheringOf(delivery);
      return delivery.body.length > MAX_CHARACTERS
        ? large.publish(gathering.to, delivery)
        : small.publish(gathering, delivery);
    },
    handOver(deliveries) {
      const byQueue = new Map<DeliveryQueue, Delivery[]>();
      for (const delivery of deliveries) {
        const { to } = gatheringOf(delivery);
        const together = byQueue.get(to);
        if (together === undefined) byQueue.set(to, [delivery]);
        else together.push(delivery);
      }
      return large.handOver(byQueue);
    },
    async close() {
      await small.flush(gatherings.all);
      await large.close();
      await Promise.all(gatherings.all.map(({ queue }) => queue.close()));
    },
  };
}

/** Packs small deliveries into envelopes. */
function createGatherer(options: PublisherOptions) {
  const { health, onEnvelope } = options;
  const seen = createSeenKeys(options.connection, options.namespace);
  const underway = new Set<Promise<void>>();

  /**
   * Adds all as one job and learns which are repeats in one round trip. Repeats are queued too, where they take no
   * effect: so no memory of a delivery that was lost on its way can turn the sender's retry away.
   */
  async function add({ to, queue }: Gathering, waiting: readonly Waiting[]): Promise<void> {
    const envelope = envelopeOf(waiting.map(({ delivery }) => delivery));
    const [repeats] = await Promise.all([
      seen.remember(to.shard, waiting).catch(() => NO_REPEATS),
      queue.add('apply_deliveries', envelope),
    ]);
    onEnvelope?.(envelope);
    for (const [place, { resolve }] of waiting.entries()) {
      const duplicateOf = repeats.get(place);
      resolve(duplicateOf === undefined ? FIRST : { duplicateOf });
    }
  }

  async function send(gathering: Gathering): Promise<void> {
    const taken = takeNext(gathering);
    gathering.sending += 1;
    if (gathering.waiting.length > 0) schedule(gathering);
    try {
      const problem = health.problem();
      // What waited behind an envelope that Redis did not take must not wait as long again.
      if (problem !== null) throw new Error(problem);
      await add(gathering, taken);
      // Those behind it see that it goes on.
      clearTimeout(gathering.patience);
      gathering.patience = undefined;
    } catch (error) {
      options.onFailure?.(error);
      health.reportFailure();
      for (const { reject } of taken) reject(error);
    }
    gathering.sending -= 1;
    if (gathering.waiting.length > 0) schedule(gathering, true);
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underway.delete(tracked));
    underway.add(tracked);
  }

  /**
   * A lone delivery waits a moment for company, those behind an envelope until it is acknowledged. When there are enough
   * of them a second one follows the first, so that ingest works while Redis does.
   */
  function schedule(gathering: Gathering, waited = false): void {
    const { waiting, characters, sending } = gathering;
    const enough = waiting.length >= ENOUGH_DELIVERIES || characters >= MAX_CHARACTERS;
    if (sending === 0 ? waited || enough : sending < MAX_SENDING && enough) track(send(gathering));
    else if (sending === 0) gathering.gather ??= setTimeout(() => track(send(gathering)), GATHER_MS);
    else gathering.patience ??= setTimeout(() => giveUp(gathering), WAIT_LIMIT_MS);
  }

  return {
    publish(gathering: Gathering, delivery: Delivery): Promise<Published> {
      gathering.characters += delivery.body.length;
      const published = new Promise<Published>((resolve, reject) => {
        gathering.waiting.push({ delivery, seenKey: seenKeyOf(delivery), resolve, reject });
      });
      schedule(gathering);
      return published;
    },
    async flush(gatherings: readonly Gathering[]): Promise<void> {
      for (const gathering of gatherings) while (gathering.waiting.length > 0) track(send(gathering));
      while (underway.size > 0) await Promise.all(underway);
    },
  };
}

/** As many of those who waited longest as an envelope may hold. */
function takeNext(gathering: Gathering): Waiting[] {
  clearTimeout(gathering.gather);
  gathering.gather = undefined;
  const { waiting } = gathering;
  if (waiting.length <= MAX_DELIVERIES && gathering.characters <= MAX_CHARACTERS) return takeAll(gathering);
  let count = 0;
  let characters = 0;
  for (const { delivery } of waiting) {
    if (count === MAX_DELIVERIES || (count > 0 && characters + delivery.body.length > MAX_CHARACTERS)) break;
    characters += delivery.body.length;
    count += 1;
  }
  gathering.waiting = waiting.slice(count);
  gathering.characters -= characters;
  return waiting.slice(0, count);
}

function takeAll(gathering: Gathering): Waiting[] {
  const { waiting } = gathering;
  clearTimeout(gathering.patience);
  gathering.patience = undefined;
  gathering.waiting = [];
  gathering.characters = 0;
  return waiting;
}

/** Redis is slower than answers may be: what has not been sent yet is kept elsewhere. */
function giveUp(gathering: Gathering): void {
  const error = new Error('Redis is slow');
  for (const { reject } of takeAll(gathering)) reject(error);
}

/** Sends what is large, or not in a hurry, past the others. */
function createLargeSender(options: PublisherOptions) {
  const { connection, onEnvelope, largeLimitMs } = options;
  const seen = createSeenKeys(connection, options.namespace);
  const lane = createBulkLane({ connection, open: openQueue });

  async function remember({ shard }: DeliveryQueue, deliveries: readonly Delivery[]) {
    const named = deliveries.map((delivery) => ({ delivery, seenKey: seenKeyOf(delivery) }));
    return seen.remember(shard, named).catch(() => NO_REPEATS);
  }

  return {
    async publish(to: DeliveryQueue, delivery: Delivery): Promise<Published> {
      // Behind another one it would be late, and Redis would hold a copy in vain.
      if (largeLimitMs === undefined && !lane.isFree()) throw new Error('another large delivery is on its way');
      const envelope = envelopeOf([delivery]);
      await withinTimeLimit(largeLimitMs ?? LARGE_LIMIT_MS, 'a large delivery', () =>
        lane.send([{ to, envelope }]),
      );
      onEnvelope?.(envelope);
      const duplicateOf = (await remember(to, [delivery])).get(0);
      return duplicateOf === undefined ? FIRST : { duplicateOf };
    },
    async handOver(byQueue: ReadonlyMap<DeliveryQueue, Delivery[]>): Promise<void> {
      const lot = [...byQueue].map(([to, deliveries]) => ({ to, envelope: envelopeOf(deliveries) }));
      await lane.send(lot);
      for (const { envelope } of lot) onEnvelope?.(envelope);
      await Promise.all([...byQueue].map(([to, deliveries]) => remember(to, deliveries)));
    },
    close: () => lane.close(),
  };
}

/** One gathering per queue. */
function openGatherings(options: PublisherOptions) {
  const queues = deliveryQueues(options.namespace ?? DEFAULT_NAMESPACE);
  const all = queues.map(
    (to): Gathering => ({
      to,
      queue: openQueue(to, options.connection),
      waiting: [],
      characters: 0,
      sending: 0,
      gather: undefined,
      patience: undefined,
    }),
  );
  const places = new Map(queues.map(({ shard, lane }, place) => [`${shard} ${lane}`, place]));
  return { all, of: (shard: number, lane: Lane) => all[places.get(`${shard} ${lane}`) as number] as Gathering };
}

function openQueue({ name, prefix }: DeliveryQueue, connection: Redis): Queue<Envelope> {
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
