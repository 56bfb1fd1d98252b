import type { Delivery, Envelope } from '@slipway/contracts';
import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, deliveryQueues, shardOf } from './shards.js';

/** Accepted deliveries that no worker has applied. */
export interface WaitingDeliveries {
  readonly deliveries: readonly Delivery[];
  /** Whether these are all of them. */
  readonly isComplete: boolean;
}

/** How much is read of each queue: the first envelope, and more up to these limits. */
const MAX_ENVELOPES = 40;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads the deliveries of these projects that wait in the queues of their shards, oldest first. While workers keep up,
 * these queues are empty, and reading them costs one command each.
 */
export async function readWaitingDeliveries(
  redis: Redis,
  projectIds: readonly number[],
  namespace: string = DEFAULT_NAMESPACE,
): Promise<WaitingDeliveries> {
  const projects = new Set(projectIds);
  const shards = new Set(projectIds.map((projectId) => shardOf(redis, projectId)));
  const queues = deliveryQueues(redis, namespace).filter(({ shard }) => shards.has(shard));
  const read = await Promise.all(queues.map(({ name, prefix }) => readQueue(redis, `${prefix}:${name}`)));
  const deliveries = read
    .flatMap(({ envelopes }) => envelopes.flatMap((envelope) => [...envelope.deliveries]))
    .filter(({ projectId }) => projects.has(projectId))
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
  return { deliveries, isComplete: read.every(({ isComplete }) => isComplete) };
}

async function readQueue(redis: Redis, key: string) {
  const [waiting, delayed] = await Promise.all([
    // BullMQ takes from the right.
    redis.lrange(`${key}:wait`, -MAX_ENVELOPES - 1, -1),
    redis.zrange(`${key}:delayed`, '0', String(MAX_ENVELOPES)),
  ]);
  const ids = [...waiting.toReversed(), ...delayed];
  const sizes = await Promise.all(ids.slice(0, MAX_ENVELOPES).map((id) => redis.hstrlen(`${key}:${id}`, 'data')));
  const shown = ids.slice(0, countFitting(sizes));
  const data = await Promise.all(shown.map((id) => redis.hget(`${key}:${id}`, 'data')));
  // An envelope without data was applied meanwhile.
  const envelopes = data.flatMap((json) => (json === null ? [] : [JSON.parse(json) as Envelope]));
  return { envelopes, isComplete: shown.length === ids.length };
}

/** How many come first without exceeding the limit together, and at least one. */
function countFitting(sizes: readonly number[]): number {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size;
    if (count > 0 && bytes > MAX_BYTES) break;
    count += 1;
  }
  return count;
}
