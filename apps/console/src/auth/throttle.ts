import { hashToken } from '@slipway/domain';
import { networkOf } from '@slipway/http';

/** The part of a request that attempts are counted by. */
export interface Attempt {
  readonly ip?: string | undefined;
}

/** Slows down guessing: by address of the account, and by network. */
export interface SignInThrottle {
  /** Counts an attempt; seconds to wait when there were too many. */
  attempt(request: Attempt, email: string): Promise<number | null>;
  /** Forgets the attempts on an account whose password was given. */
  succeed(email: string): Promise<void>;
}

/** The part of a Redis connection that counting needs. */
export interface CounterRedis {
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

const WINDOW_SECONDS = 15 * 60;
const MAX_PER_ACCOUNT = 10;
const MAX_PER_NETWORK = 100;

const COUNT = `local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {hits, redis.call('TTL', KEYS[1])}`;

const accountKey = (email: string) => `slipway:sign-in:account:${hashToken(email.trim().toLowerCase())}`;

/** While Redis is down attempts are not counted: a hash that takes 50 ms slows guessing down by itself. */
export function createSignInThrottle(redis: CounterRedis): SignInThrottle {
  async function hit(key: string, limit: number): Promise<number | null> {
    const answer = await redis.eval(COUNT, 1, key, String(WINDOW_SECONDS)).catch(() => [0, 0]);
    const [hits, seconds] = answer as [number, number];
    return hits > limit ? Math.max(1, seconds) : null;
  }
  return {
    async attempt(request, email) {
      const network = await hit(`slipway:sign-in:network:${networkOf(request.ip ?? '')}`, MAX_PER_NETWORK);
      return network ?? (await hit(accountKey(email), MAX_PER_ACCOUNT));
    },
    async succeed(email) {
      await redis.del(accountKey(email)).catch(() => undefined);
    },
  };
}
