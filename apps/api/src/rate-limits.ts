import { appSecretsOf, type Clock } from '@slipway/domain';
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
import type { Settings } from '@slipway/runtime';

export interface RateLimits {
  readonly general: RequestHandler;
  readonly endpoints: EndpointLimiters;
}

/** Creates the rate limits of the contract; all API processes share their counters. */
export function createRateLimits(redis: LimitRedis, clock: Clock, settings: Settings): RateLimits {
  const appSecrets = appSecretsOf(settings);
  return {
    general: limitRequests({
      redis,
      clock,
      prefix: 'slipway:limit:general:',
      limit: settings.GENERAL_RATE_LIMIT,
      windowMs: GENERAL_WINDOW_MS,
      // The MCP server calls for many people: each has a count of their own.
      keyOf: (request) => networkOf(readCallerAddress(appSecrets, request) ?? request.ip ?? ''),
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
