import type { ChainableCommander } from 'ioredis';

/** How many replicas must have a write, and how long they get. */
export interface Replication {
  readonly replicas: number;
  readonly timeoutMs: number;
}

/**
 * Sends the pipeline's commands, and resolves with their replies once enough replicas have them. Redis counts the replicas that have what
 * this connection wrote. A connection that replaced a lost one has written nothing, and would be confirmed at once: WAIT
 * therefore travels in the same pipeline, which is either sent as a whole or fails.
 */
export async function execReplicated(
  pipeline: ChainableCommander,
  { replicas, timeoutMs }: Replication,
): Promise<unknown[]> {
  pipeline.call('WAIT', replicas, timeoutMs);
  const replies = (await pipeline.exec()) ?? [];
  for (const [error] of replies) if (error !== null) throw error;
  const confirmed = Number(replies.at(-1)?.[1]);
  if (confirmed < replicas) {
    throw new Error(`${confirmed} of ${replicas} replicas confirmed within ${timeoutMs} ms`);
  }
  return replies.slice(0, -1).map(([, reply]) => reply);
}
