import { setTimeout as delay } from 'node:timers/promises';
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
const ADOPT_EVERY = 8;

/** Moves the spool into Redis whenever it can, and takes over what dead processes left. */
export function keepDraining(options: DrainingOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  const done = run(options, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function run(
  { spool, publisher, health, logger, onDepth }: DrainingOptions,
  closing: AbortSignal,
): Promise<void> {
  for (let round = 0; !closing.aborted; round += 1) {
    try {
      if (round % ADOPT_EVERY === 0) await spool.adoptOrphans();
      const before = spool.bytes();
      if (before > 0 && health.problem() === null) {
        await spool.drain((delivery) => publisher.publish(delivery));
        logger.info({ bytes: before }, 'spool drained');
      }
    } catch (error) {
      logger.warn({ err: error }, 'spool not drained yet');
    }
    onDepth(spool.bytes());
    await delay(CHECK_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}
