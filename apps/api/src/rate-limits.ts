import type { Clock } from '@slipway/domain';
import {
  type EndpointLimiters,
  type LimitRedis,
  limitRequests,
  type RequestHandler,
  tokenKey,
} from '@slipway/http';

const MINUTE_MS = 60_000;

export interface ApiLimits {
  readonly general: RequestHandler;
  readonly endpoints: EndpointLimiters;
}

/** The contract's limits, counted across processes. */
export function apiLimits(
  redis: LimitRedis,
  clock: Clock,
  settings: { GENERAL_RATE_LIMIT: number; TASK_WRITE_RATE_LIMIT: number },
): ApiLimits {
  return {
    general: limitRequests({
      redis,
      clock,
      prefix: 'slipway:limit:general:',
      limit: settings.GENERAL_RATE_LIMIT,
      windowMs: 5 * MINUTE_MS,
    }),
    endpoints: {
      task_writes: limitRequests({
        redis,
        clock,
        prefix: 'slipway:limit:task-writes:',
        limit: settings.TASK_WRITE_RATE_LIMIT,
        windowMs: MINUTE_MS,
        keyOf: tokenKey,
      }),
    },
  };
}
