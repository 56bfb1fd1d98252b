import type { Logger } from '@slipway/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.js';
import type { DatabaseFailure } from './database-failures.js';
import { requestIdOf } from './http-app.js';

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
