import type { Clock } from '@slipway/domain';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.js';
import { networkOf } from './client-address.js';
import { LocalCounter, type SharedCounterOptions } from './counters.js';

export interface LimitOptions extends SharedCounterOptions {
  readonly clock: Clock;
  readonly limit: number;
  /** The key to count by; the client's address if omitted. */
  readonly keyOf?: (request: Request, response: Response) => string | Promise<string>;
}

/** After Redis fails, requests pass uncounted for this long instead of each waiting for a timeout. */
const PAUSE_MS = 1_000;

/** Limits requests with a counter in Redis that all processes share. While Redis is down, every request passes. */
export function limitRequests(options: LimitOptions): RequestHandler {
  const { clock, limit, windowMs, redis, prefix, keyOf = addressOf } = options;
  const counter = new LocalCounter({ clock, limit, windowMs, shared: { redis, prefix } });
  let pausedUntil = 0;
  async function waitOf(request: Request, response: Response): Promise<number | null> {
    const key = await keyOf(request, response);
    if (clock.now() < pausedUntil) return null;
    try {
      return await counter.count(key);
    } catch {
      pausedUntil = clock.now() + PAUSE_MS;
      return null;
    }
  }
  return (request, response, next) => {
    const decide = (retryAfterSeconds: number | null) =>
      next(retryAfterSeconds === null ? undefined : new ApiError('rate_limited', { retryAfterSeconds }));
    waitOf(request, response).then(decide, next);
  };
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
