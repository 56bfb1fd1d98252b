import type { Clock } from '@slipway/domain';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type Options, rateLimit, type Store } from 'express-rate-limit';
import { ApiError } from './api-error.js';

/** The part of a Redis connection that counting needs. */
export interface LimitRedis {
  call(command: string, ...args: string[]): Promise<unknown>;
}

export interface LimitOptions {
  readonly redis: LimitRedis;
  readonly clock: Clock;
  /** Keeps this limit's counters apart from others'. */
  readonly prefix: string;
  readonly limit: number;
  readonly windowMs: number;
  /** What is counted; the client's address unless given. */
  readonly keyOf?: (request: Request, response: Response) => string;
}

/** Counts requests across processes in Redis, and lets them pass while Redis is away. */
export function limitRequests(options: LimitOptions): RequestHandler {
  const { clock, limit, windowMs, keyOf } = options;
  const settings: Partial<Options> = {
    limit,
    windowMs,
    standardHeaders: false,
    legacyHeaders: false,
    passOnStoreError: true,
    store: createStore(options),
    handler: (request, _response, next) =>
      next(new ApiError('rate_limited', { retryAfterSeconds: waitOf(request, clock) })),
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    // A store that fails is the connection's to report; one line per request would drown it.
    logger: { warn: () => undefined, error: () => undefined },
  };
  return rateLimit(keyOf === undefined ? settings : { ...settings, keyGenerator: keyOf });
}

/** After Redis failed, requests pass uncounted for this long instead of each waiting for it. */
const REST_MS = 1_000;

const COUNT = `local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {hits, redis.call('PTTL', KEYS[1])}`;

/**
 * One script call per request. Its text travels with it: the store of rate-limit-redis loads its script once and
 * never counts again when Redis was away at that moment.
 */
function createStore({ redis, clock, prefix, windowMs }: LimitOptions): Store {
  let restUntil = 0;
  return {
    async increment(key) {
      if (clock.now() < restUntil) throw new Error('Redis is away');
      try {
        const answer = await redis.call('EVAL', COUNT, '1', prefix + key, String(windowMs));
        const [totalHits, leftMs] = answer as [number, number];
        return { totalHits, resetTime: new Date(clock.now() + leftMs) };
      } catch (error) {
        restUntil = clock.now() + REST_MS;
        throw error;
      }
    },
    async decrement(key) {
      await redis.call('DECR', prefix + key);
    },
    async resetKey(key) {
      await redis.call('DEL', prefix + key);
    },
  };
}

function waitOf(request: Request, clock: Clock): number {
  const { resetTime } = (request as Request & { rateLimit: { resetTime?: Date } }).rateLimit;
  return Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - clock.now()) / 1000));
}

/** Runs a limiter inside a chain of checks; rejects with 429 when the limit is reached. */
export async function enforce(limiter: RequestHandler, request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
    void limiter(request, response, next);
  });
}
