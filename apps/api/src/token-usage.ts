import { type DatabaseHandle, recordTokenUsage } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Logger, throttledLog } from '@slipway/runtime';
import { TOKEN_USAGE_FLUSH_MS, TOKEN_USAGE_INTERVAL_MS } from './limits.js';

/** Records when tokens are used, without delaying requests. */
export interface TokenUsage {
  record(tokenId: number): void;
  close(): Promise<void>;
}

/** Collects used tokens and writes them every few seconds, each token at most once a minute. */
export function createTokenUsage(options: { on: DatabaseHandle; clock: Clock; logger: Logger }): TokenUsage {
  const { on, clock, logger } = options;
  const written = new Map<number, number>();
  const used = new Set<number>();

  async function flush(): Promise<void> {
    if (used.size === 0) return;
    const ids = [...used];
    used.clear();
    const now = clock.now();
    for (const [id, at] of written) if (now - at >= TOKEN_USAGE_INTERVAL_MS) written.delete(id);
    for (const id of ids) written.set(id, now);
    try {
      await recordTokenUsage(on, ids, new Date(now));
    } catch (error) {
      throttledLog(logger).warn({ err: error }, 'token usage not recorded');
    }
  }

  const timer = setInterval(() => void flush(), TOKEN_USAGE_FLUSH_MS);
  timer.unref();
  return {
    record(tokenId) {
      if (clock.now() - (written.get(tokenId) ?? 0) >= TOKEN_USAGE_INTERVAL_MS) used.add(tokenId);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
