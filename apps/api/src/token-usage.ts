import { type Queryable, recordTokenUsage } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Logger, throttledLog } from '@slipway/runtime';

const FLUSH_MS = 2_000;
const QUIET_MS = 60_000;

/** Notes which tokens were used, off the requests' path. */
export interface TokenUsage {
  note(tokenId: number): void;
  close(): Promise<void>;
}

/** Gathers used tokens and writes them every few seconds, each at most once a minute. */
export function createTokenUsage(options: { on: Queryable; clock: Clock; logger: Logger }): TokenUsage {
  const { on, clock, logger } = options;
  const written = new Map<number, number>();
  const used = new Set<number>();

  async function flush(): Promise<void> {
    if (used.size === 0) return;
    const ids = [...used];
    used.clear();
    const now = clock.now();
    for (const [id, at] of written) if (now - at >= QUIET_MS) written.delete(id);
    for (const id of ids) written.set(id, now);
    try {
      await recordTokenUsage(on, ids, new Date(now));
    } catch (error) {
      throttledLog(logger).warn({ err: error }, 'token usage not recorded');
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    note(tokenId) {
      if (clock.now() - (written.get(tokenId) ?? 0) >= QUIET_MS) used.add(tokenId);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
