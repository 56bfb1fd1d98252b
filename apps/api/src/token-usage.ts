import { type Database, recordTokenUsage, type TokenUse } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Logger, throttledLog } from '@slipway/runtime';
import { TOKEN_USAGE_FLUSH_MS, TOKEN_USAGE_INTERVAL_MS } from './limits.js';

/** Records when and from where tokens are used, without delaying requests. */
export interface TokenUsage {
  record(use: TokenUse): void;
  close(): Promise<void>;
}

/** Collects used tokens and writes them every few seconds, each token at most once a minute. */
export function createTokenUsage(options: { database: Database; clock: Clock; logger: Logger }): TokenUsage {
  const { database, clock, logger } = options;
  const written = new Map<number, number>();
  const used = new Map<number, TokenUse>();

  async function flush(): Promise<void> {
    if (used.size === 0) return;
    const uses = [...used.values()];
    used.clear();
    const now = clock.now();
    for (const [id, at] of written) if (now - at >= TOKEN_USAGE_INTERVAL_MS) written.delete(id);
    for (const { tokenId } of uses) written.set(tokenId, now);
    try {
      await recordTokenUsage(database, uses, new Date(now));
    } catch (error) {
      throttledLog(logger).warn({ err: error }, 'token usage not recorded');
    }
  }

  const timer = setInterval(() => void flush(), TOKEN_USAGE_FLUSH_MS);
  timer.unref();
  return {
    record(use) {
      if (clock.now() - (written.get(use.tokenId) ?? 0) >= TOKEN_USAGE_INTERVAL_MS) used.set(use.tokenId, use);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
