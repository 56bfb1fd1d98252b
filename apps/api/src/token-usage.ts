import { type Database, recordTokenRefusals, recordTokenUsage, type TokenUse } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Logger, throttledLog } from '@slipway/runtime';

/** Sizes and deadlines of the API. The number of allowed requests is a setting: see rate-limits.ts. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How often token usage is written, and the shortest interval between two writes for one token. */
const TOKEN_USAGE_FLUSH_MS = 2 * SECOND_MS;
const TOKEN_USAGE_INTERVAL_MS = MINUTE_MS;

/** The shortest interval between two audit entries about a token that is used from outside its networks. */
const TOKEN_REFUSAL_INTERVAL_MS = 60 * MINUTE_MS;

/** Records when and from where tokens are used, without delaying requests. */
export interface TokenUsage {
  record(use: TokenUse): void;
  /** Records a use from outside the networks that the token is restricted to. */
  refuse(use: TokenUse): void;
  close(): Promise<void>;
}

/** Collects used tokens and writes them every few seconds: each at most once a minute, refused ones once an hour. */
export function createTokenUsage(options: { database: Database; clock: Clock; logger: Logger }): TokenUsage {
  const { database, clock, logger } = options;
  const used = collectUses(clock, TOKEN_USAGE_INTERVAL_MS);
  const refused = collectUses(clock, TOKEN_REFUSAL_INTERVAL_MS);

  async function flush(): Promise<void> {
    const now = new Date(clock.now());
    try {
      await recordTokenUsage(database, used.take(), now);
      await recordTokenRefusals(database, refused.take(), now);
    } catch (error) {
      throttledLog(logger).warn({ err: error }, 'token usage not recorded');
    }
  }

  const timer = setInterval(() => void flush(), TOKEN_USAGE_FLUSH_MS);
  timer.unref();
  return {
    record: used.add,
    refuse: refused.add,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Collects the uses of tokens, each token at most once per interval. */
function collectUses(clock: Clock, intervalMs: number) {
  const taken = new Map<number, number>();
  const uses = new Map<number, TokenUse>();
  return {
    add({ tokenId, ipAddress, userAgent }: TokenUse): void {
      if (clock.now() - (taken.get(tokenId) ?? 0) < intervalMs) return;
      uses.set(tokenId, { tokenId, ipAddress, userAgent });
    },
    take(): TokenUse[] {
      const now = clock.now();
      for (const [id, at] of taken) if (now - at >= intervalMs) taken.delete(id);
      for (const id of uses.keys()) taken.set(id, now);
      const collected = [...uses.values()];
      uses.clear();
      return collected;
    },
  };
}
