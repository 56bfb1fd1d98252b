import { appSecretsOf, type Clock } from '@slipway/domain';
import {
  type CallerOf,
  type CounterRedis,
  callerKey,
  type EndpointLimiters,
  limitRequests,
  networkOf,
  type Request,
  type RequestHandler,
  readCallerAddress,
} from '@slipway/http';
import { GENERAL_WINDOW_MS, TASK_WRITE_WINDOW_MS } from '@slipway/rest';
import { parseNetworks, type Settings } from '@slipway/runtime';

export interface RateLimits {
  readonly general: RequestHandler;
  readonly endpoints: EndpointLimiters;
}

export interface RateLimitDeps {
  readonly redis: CounterRedis;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly callerOf: CallerOf;
}

/** Creates the rate limits of the contract. All API processes share the counters. */
export function createRateLimits({ redis, clock, settings, callerOf }: RateLimitDeps): RateLimits {
  return {
    general: limitRequests({
      redis,
      clock,
      prefix: 'slipway:limit:general:',
      limit: settings.GENERAL_RATE_LIMIT,
      windowMs: GENERAL_WINDOW_MS,
      keyOf: generalKey(settings, callerOf),
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

/**
 * Counts requests by address. In an exempt network it counts by token, but only once the token is known to be valid:
 * otherwise an invalid token would evade the limit of its address.
 */
function generalKey(settings: Settings, callerOf: CallerOf): (request: Request) => Promise<string> {
  const appSecrets = appSecretsOf(settings);
  const exempt = parseNetworks(settings.GENERAL_RATE_LIMIT_EXEMPT);
  return async (request) => {
    // The MCP server calls on behalf of many people: count each of them separately.
    const address = readCallerAddress(appSecrets, request) ?? request.ip ?? '';
    const caller = exempt?.contains(address) ? await callerOf(request) : null;
    return caller === null ? networkOf(address) : `token:${caller.limitKey}`;
  };
}
