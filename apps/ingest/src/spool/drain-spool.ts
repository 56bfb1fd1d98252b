import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@slipway/contracts';
import { withTimeout } from '@slipway/domain';
import type { DeliveryPublisher, RedisHealth } from '@slipway/queue';
import type { ThrottledLog } from '@slipway/runtime';
import { DRAIN_EVERY_MS, PROBE_EVERY_MS, TAKE_OVER_EVERY_MS } from '../limits.js';
import type { Spool } from './spool.js';

const RETRY_MS = 50;

export interface DrainOptions {
  readonly spool: Spool;
  readonly enqueuer: Pick<DeliveryPublisher, 'enqueue'>;
  readonly health: RedisHealth;
  readonly log: ThrottledLog;
}

/** How the spool is drained at the end of the process. */
export interface SpoolDraining {
  /** Waits until the spool is empty, or the time is over. What is left stays on disk. */
  finish(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Moves the spool into the queue whenever Redis is healthy, takes over the folders of ended processes, and checks whether
 * the disk takes deliveries.
 */
export function drainSpool({ spool, enqueuer, health, log }: DrainOptions): SpoolDraining {
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
  }

  async function drain(): Promise<void> {
    if (spool.isEmpty() || health.problem() !== null) return;
    await spool.drain(enqueue);
    log.resolve('spool not drained', 'spool drained');
  }

  const onError = (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'spool not drained');
  };
  const loops = [
    repeat(DRAIN_EVERY_MS, () => drain().catch(onError), signal),
    repeat(PROBE_EVERY_MS, () => spool.check(), signal),
    repeat(TAKE_OVER_EVERY_MS, () => spool.takeOver().catch(onError), signal),
  ];
  async function drainUntilEmpty(expired: AbortSignal): Promise<void> {
    while (spool.bytes() > 0 && !expired.aborted) {
      await drain().catch(onError);
      if (spool.bytes() > 0) await delay(RETRY_MS, undefined, { signal: expired });
    }
  }

  return {
    async finish(limitMs) {
      await withTimeout(limitMs, 'draining the spool', drainUntilEmpty).catch(() => undefined);
      const bytes = spool.bytes();
      if (bytes > 0) log.warn({ bytes }, 'deliveries stay in the spool');
    },
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
