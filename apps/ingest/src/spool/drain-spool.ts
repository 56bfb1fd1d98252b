import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@slipway/contracts';
import type { DeliveryEnqueuer, RedisHealth } from '@slipway/queue';
import type { ThrottledLog } from '@slipway/runtime';
import { DRAIN_EVERY_MS, TAKE_OVER_EVERY_MS } from '../limits.js';
import type { Spool } from './spool.js';

export interface DrainOptions {
  readonly spool: Spool;
  readonly enqueuer: DeliveryEnqueuer;
  readonly health: RedisHealth;
  readonly log: ThrottledLog;
  readonly onBytes: (bytes: number) => void;
}

/** Moves the spool into the queue whenever Redis is healthy, and takes over the folders of ended processes. */
export function drainSpool({ spool, enqueuer, health, log, onBytes }: DrainOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  async function enqueue(deliveries: readonly Delivery[]): Promise<void> {
    signal.throwIfAborted();
    const problem = health.problem();
    if (problem !== null) throw new Error(problem);
    await enqueuer.enqueue(deliveries).catch((error: unknown) => {
      // Some of them may be queued already: the next attempt waits until Redis takes writes again.
      health.reportFailure();
      throw error;
    });
    onBytes(spool.bytes());
  }

  async function drain(): Promise<void> {
    onBytes(spool.bytes());
    if (spool.bytes() === 0 || health.problem() !== null) return;
    await spool.drain(enqueue);
    log.resolve('spool not drained', 'spool drained');
  }

  const onError = (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'spool not drained');
  };
  const loops = [
    repeat(DRAIN_EVERY_MS, () => drain().catch(onError), signal),
    repeat(TAKE_OVER_EVERY_MS, () => spool.takeOver().catch(onError), signal),
  ];
  return {
    async close() {
      closing.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(everyMs: number, work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await work();
    await delay(everyMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}
