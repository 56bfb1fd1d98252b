import type { Clock } from '@slipway/domain';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { ApiError } from './api-error.js';
import { networkOf } from './client-address.js';
import { LocalCounter, retrySeconds, type SharedCounterOptions } from './counters.js';

export interface LimitOptions extends SharedCounterOptions {
  readonly clock: Clock;
  readonly limit: number;
  /** The key to count by; the client's address if omitted. */
  readonly keyOf?: (request: Request, response: Response) => string | Promise<string>;
}

/** Limits requests with counters that all processes share. While Redis is down, every request passes. */
export function limitRequests(options: LimitOptions): RequestHandler {
  const { clock, limit, windowMs, keyOf = addressOf } = options;
  return rateLimit({
    limit,
    windowMs,
    standardHeaders: false,
    legacyHeaders: false,
    passOnStoreError: true,
    store: createStore(options),
    keyGenerator: keyOf,
    handler: (request, _response, next) =>
      next(new ApiError('rate_limited', { retryAfterSeconds: waitOf(request, clock) })),
    validate: false,
    // The Redis connection logs its own failures; a line per request would bury them.
    logger: { warn: () => undefined, error: () => undefined },
  });
}

/** After Redis fails, requests pass uncounted for this long instead of each waiting for a timeout. */
const PAUSE_MS = 1_000;

/** Counts locally, and asks Redis only near the limit: a store that asks it each time costs every request a round trip. */
function createStore({ clock, limit, windowMs, redis, prefix }: LimitOptions): Store {
  const counter = new LocalCounter({ clock, limit, windowMs, shared: { redis, prefix } });
  const passed = { totalHits: 1, resetTime: undefined };
  let pausedUntil = 0;
  return {
    async increment(key) {
      if (clock.now() < pausedUntil) throw new Error('Redis is down');
      try {
        const wait = await counter.count(key);
        if (wait === null) return passed;
        return { totalHits: limit + 1, resetTime: new Date(clock.now() + wait * 1000) };
      } catch (error) {
        pausedUntil = clock.now() + PAUSE_MS;
        throw error;
      }
    },
    // Only options that are not set here take requests back.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}

function waitOf(request: Request, clock: Clock): number {
  const { resetTime } = (request as Request & { rateLimit: { resetTime?: Date } }).rateLimit;
  return retrySeconds((resetTime?.getTime() ?? 0) - clock.now());
}

function addressOf(request: Request): string {
  return networkOf(request.ip ?? '');
}

/** Runs a limiter as one step of a check; rejects with a 429 if the limit is reached. */
export async function enforce(limiter: RequestHandler, request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
    void limiter(request, response, next);
  });
}
