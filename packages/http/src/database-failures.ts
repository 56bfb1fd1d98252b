import { dependencyLog, type Logger, throttledLog } from '@slipway/runtime';
import { ApiError } from './api-error.js';
import type { ObservedTier } from './observe-requests.js';

export interface DatabaseFailureOptions {
  readonly logger: Logger;
  readonly observed: Pick<ObservedTier, 'tier' | 'metrics'>;
  /** Whether the database was down or too slow; null for any other error. */
  readonly failureOf: (error: unknown) => 'down' | 'slow' | null;
  readonly retrySeconds: number;
}

/** The response to an error, if the database caused it; null otherwise. */
export type DatabaseFailure = (error: unknown, requestId: string) => ApiError | null;

const SLOW = 'The database took too long to answer this request. Try again in a few seconds.';

/** Logs and counts what the database caused. */
export function databaseFailures({
  logger,
  observed: { tier, metrics },
  failureOf,
  retrySeconds,
}: DatabaseFailureOptions): DatabaseFailure {
  const log = throttledLog(logger);
  const reportDown = dependencyLog(log, 'database');
  const timeouts = metrics.counter(
    'database_timeouts_total',
    'Requests that failed because the database was up but took too long, by tier',
    ['tier'],
  );
  return (error, requestId) => {
    const failure = failureOf(error);
    if (failure === null) return null;
    if (failure === 'down') {
      reportDown(error);
      return new ApiError('unavailable', { retryAfterSeconds: retrySeconds });
    }
    log.warn({ err: error, requestId }, 'the database took too long');
    timeouts.inc({ tier });
    return new ApiError('unavailable', { message: SLOW, retryAfterSeconds: retrySeconds });
  };
}
