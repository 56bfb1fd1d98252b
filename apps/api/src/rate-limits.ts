import type { Clock } from '@slipway/domain';
import {
  callerKey,
  type EndpointLimiters,
  type LimitRedis,
  limitRequests,
  networkOf,
  type RequestHandler,
  readCallerAddress,
} from '@slipway/http';
import { GENERAL_WINDOW_MS, TASK_WRITE_WINDOW_MS } from '@slipway/rest';

export interface RateLimits {
  readonly general: RequestHandler;
  readonly endpoints: EndpointLimiters;
}

/** Creates the rate limits of the contract; all API processes share their counters. */
export function createRateLimits(
  redis: LimitRedis,
  clock: Clock,
  settings: { APP_SECRET: string; GENERAL_RATE_LIMIT: number; TASK_WRITE_RATE_LIMIT: number },
): RateLimits {
  return {
    general: limitRequests({
      redis,
      clock,
      prefix: 'slipway:limit:general:',
      limit: settings.GENERAL_RATE_LIMIT,
      windowMs: GENERAL_WINDOW_MS,
      // The MCP server calls for many people: each has a count of their own.
      keyOf: (request) => networkOf(readCallerAddress(settings.APP_SECRET, request) ?? request.ip ?? ''),
    }),
    endpoints: {
      task_writes: limitRequests({
        redis,
        clock,
        prefix: 'slipway:limit:task-writes:',
        limit: settings.TASK_WRITE_RATE_LIMIT,
        windowMs: TASK_WRITE_WINDOW_MS,
        keyOf: callerKey,
      }),
    },
  };
}
