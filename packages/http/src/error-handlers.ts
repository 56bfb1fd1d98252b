import { dependencyLog, type Logger, throttledLog } from '@slipway/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.js';
import { requestIdOf } from './http-app.js';
import type { ObservedTier } from './observe-requests.js';

/** Responds with 404 to requests that match no route. */
export const handleNotFound: RequestHandler = (_request, response) => {
  writeApiError(response, new ApiError('not_found'));
};

/** Writes an ApiError in the format of the contract. */
function writeApiError(response: Response, error: ApiError): void {
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  response.status(error.status).json({
    error: error.code,
    message: error.message,
    ...error.extra,
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
  });
}

/**
 * Turns an error into a response: an ApiError as is, a failure of the database as a 503, anything else as a 500 without
 * details.
 */
export function handleErrors(logger: Logger, databaseFailure: DatabaseFailure): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof ApiError) return writeApiError(response, error);
    // Express throws this for a path with malformed percent-encoding, which cannot exist.
    if (error instanceof URIError) return writeApiError(response, new ApiError('not_found'));
    const requestId = requestIdOf(response);
    const failure = databaseFailure(error, requestId);
    if (failure !== null) return writeApiError(response, failure);
    logger.error({ err: error, requestId }, 'request failed');
    writeApiError(response, new ApiError('internal_error', { extra: { request_id: requestId } }));
  };
}

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
