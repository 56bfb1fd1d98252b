import { hash } from 'node:crypto';
import type { Envelope } from '@slipway/contracts';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { connectedWithin, connectUnhurried } from './connection.js';
import type { DeliveryQueue } from './shards.js';

/** An envelope and the queue it goes to. */
export interface Addressed {
  readonly to: DeliveryQueue;
  readonly envelope: Envelope;
}

/** Adds envelopes of any size, one lot at a time, over a connection of its own: nothing else waits behind them. */
export interface BulkLane {
  /** Whether a lot would go out at once. */
  isFree(): boolean;
  /** Resolves once Redis holds all of them; takes as long as Redis does, while it is alive. */
  send(lot: readonly Addressed[]): Promise<void>;
  close(): Promise<void>;
}

export interface BulkLaneOptions {
  /** A connection to the same Redis, which the lane leaves alone. */
  readonly connection: Redis;
  readonly open: (queue: DeliveryQueue, connection: Redis) => Queue<Envelope>;
}

const CONNECT_LIMIT_MS = 5_000;
/** Envelopes whose sender gave up waiting come again soon or never. */
const REMEMBERED = 64;

export function createBulkLane({ connection, open }: BulkLaneOptions): BulkLane {
  const queues = new Map<string, Queue<Envelope>>();
  const taken = new Set<string>();
  let redis: Redis | undefined;
  let lots = 0;
  let turn: Promise<void> = Promise.resolve();
  let closed = false;

  async function connected(): Promise<Redis> {
    if (closed) throw new Error('the lane is closed');
    redis ??= connectUnhurried(connection, () => lots > 0);
    if (!(await connectedWithin(redis, CONNECT_LIMIT_MS))) throw new Error('Redis is not connected');
    return redis;
  }

  function queueOf(to: DeliveryQueue, over: Redis): Queue<Envelope> {
    const key = `${to.prefix} ${to.name}`;
    const queue = queues.get(key) ?? open(to, over);
    queues.set(key, queue);
    return queue;
  }

  async function add({ to, envelope }: Addressed): Promise<void> {
    const jobId = jobIdOf(envelope);
    if (taken.has(jobId)) return;
    await queueOf(to, await connected()).add('apply_deliveries', envelope, { jobId });
    taken.add(jobId);
    for (const oldest of taken) {
      if (taken.size <= REMEMBERED) break;
      taken.delete(oldest);
    }
  }

  return {
    isFree: () => lots === 0,
    send(lot) {
      lots += 1;
      const sent = turn.then(async () => void (await Promise.all(lot.map(add))));
      const settled = () => {
        lots -= 1;
      };
      turn = sent.then(settled, settled);
      return sent;
    },
    async close() {
      closed = true;
      redis?.disconnect();
      await turn;
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/**
 * The same deliveries make the same job, so that what is sent again because its answer was lost lies in the queue once.
 * It bounds the copies and no more: applying once is the database's business, since a job that is done is forgotten.
 */
function jobIdOf({ deliveries }: Envelope): string {
  const ids = deliveries.map(({ id }) => id).join(' ');
  return `kept-${hash('sha256', ids, 'hex').slice(0, 32)}`;
}
