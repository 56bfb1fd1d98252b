import type { Clock } from '@slipway/domain';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type Options, rateLimit, type Store } from 'express-rate-limit';
import { ApiError } from './api-error.js';
import { networkOf } from './client-address.js';
import { createSharedCounter, retrySeconds, type SharedCounterOptions } from './counters.js';

export interface LimitOptions extends SharedCounterOptions {
  readonly clock: Clock;
  readonly limit: number;
  /** The key to count by; the client's address if omitted. */
  readonly keyOf?: (request: Request, response: Response) => string | Promise<string>;
}

/** Limits requests with a counter in Redis that all processes share. While Redis is down, every request passes. */
export function limitRequests(options: LimitOptions): RequestHandler {
  const { clock, limit, windowMs, keyOf = (request: Request) => networkOf(request.ip ?? '') } = options;
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
    // The Redis connection logs its own failures; a line per request would bury them.
    logger: { warn: () => undefined, error: () => undefined },
  };
  return rateLimit({ ...settings, keyGenerator: keyOf });
}

/** After Redis fails, requests pass uncounted for this long instead of each waiting for a timeout. */
const PAUSE_MS = 1_000;

/** The store in rate-limit-redis loads its script only once, and never counts again if Redis is down at that moment. */
function createStore(options: LimitOptions): Store {
  const { clock } = options;
  const counter = createSharedCounter(options);
  let pausedUntil = 0;
  return {
    async increment(key) {
      if (clock.now() < pausedUntil) throw new Error('Redis is down');
      try {
        const { count, leftMs } = await counter.add(key);
        return { totalHits: count, resetTime: new Date(clock.now() + leftMs) };
      } catch (error) {
        pausedUntil = clock.now() + PAUSE_MS;
        throw error;
      }
    },
    decrement: (key) => counter.takeBack(key),
    resetKey: (key) => counter.reset(key),
  };
}

function waitOf(request: Request, clock: Clock): number {
  const { resetTime } = (request as Request & { rateLimit: { resetTime?: Date } }).rateLimit;
  return retrySeconds((resetTime?.getTime() ?? 0) - clock.now());
}

/** Runs a limiter as one step of a check; rejects with a 429 if the limit is reached. */
export async function enforce(limiter: RequestHandler, request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const next: NextFunction = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
    void limiter(request, response, next);
  });
}
