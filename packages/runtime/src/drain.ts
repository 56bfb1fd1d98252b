import { withTimeout } from '@slipway/domain';
import type { Logger } from './logger.js';

/** Below the grace period of supervisors and clusters, so that a stuck part is logged before the process is killed. */
const DRAIN_LIMIT_MS = 25_000;
/** Enough for every part that does not wait for a server that is down. */
const CLOSE_LIMIT_MS = 3_000;

/** Registers a part to close. A part that takes longer than its limit is abandoned; the process ends anyway. */
export type OnClose = (name: string, close: () => Promise<void> | void, limitMs?: number) => void;

export interface Drain {
  readonly onClose: OnClose;
  /** Closes all parts, last registered first, and exits. */
  drain(): void;
  isDraining(): boolean;
}

export function createDrain(logger: Logger): Drain {
  const parts: { name: string; close: () => Promise<void> | void; limitMs: number }[] = [];
  let draining = false;

  async function closeAll(): Promise<void> {
    for (const { name, close, limitMs } of parts.toReversed()) {
      try {
        await withTimeout(limitMs, `closing ${name}`, async () => close());
      } catch (error) {
        logger.warn({ err: error, part: name }, 'close failed');
      }
    }
  }

  return {
    onClose: (name, close, limitMs = CLOSE_LIMIT_MS) => void parts.push({ name, close, limitMs }),
    isDraining: () => draining,
    drain() {
      if (draining) return;
      draining = true;
      setTimeout(() => {
        logger.error({ limitMs: DRAIN_LIMIT_MS }, 'drain took too long');
        process.exit(1);
      }, DRAIN_LIMIT_MS);
      void closeAll().then(() => process.exit(0));
    },
  };
}
