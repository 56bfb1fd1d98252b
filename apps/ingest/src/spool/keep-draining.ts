import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@slipway/contracts';
import type { DeliveryPublisher, RedisHealth } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';
import type { Spool } from './spool.js';

export interface DrainingOptions {
  readonly spool: Spool;
  readonly publisher: DeliveryPublisher;
  readonly health: RedisHealth;
  readonly logger: Logger;
  readonly onDepth: (bytes: number) => void;
}

const CHECK_MS = 250;
const ADOPT_MS = 2_000;

/** Moves the spool into Redis whenever it can, and takes over what dead processes left. */
export function keepDraining(options: DrainingOptions): { close(): Promise<void> } {
  const { spool, health, logger, onDepth } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const handOn = createHandOn(options, signal);

  async function drain(): Promise<void> {
    onDepth(spool.bytes());
    const before = spool.bytes();
    if (before === 0 || health.problem() !== null) return;
    await spool.drain(handOn);
    logger.info({ bytes: before }, 'spool drained');
  }

  const onError = (error: unknown) => {
    if (!signal.aborted) logger.warn({ err: error }, 'spool not drained yet');
  };
  const done = [
    repeat(CHECK_MS, () => drain().catch(onError), signal),
    repeat(ADOPT_MS, () => spool.adoptOrphans().catch(onError), signal),
  ];
  return {
    async close() {
      closing.abort(new Error('closing'));
      await Promise.all(done);
    },
  };
}

/** What is handed over when the process ends stays in the spool, and Redis need not be waited for. */
function createHandOn({ spool, publisher, health, onDepth }: DrainingOptions, closing: AbortSignal) {
  const closed = new Promise<never>((_resolve, reject) => {
    closing.addEventListener('abort', () => reject(closing.reason));
  });
  closed.catch(() => undefined);
  return async (deliveries: readonly Delivery[]) => {
    if (health.isFull()) throw new Error('Redis is nearly out of memory');
    await Promise.race([publisher.handOver(deliveries), closed]);
    onDepth(spool.bytes());
  };
}

async function repeat(everyMs: number, work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await work();
    await delay(everyMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}
