import type { Logger } from '@slipway/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ApiError } from './api-error.js';
import { requestIdOf } from './http-app.js';

/** Answers requests that no route took. */
export const answerNotFound: RequestHandler = (_request, response) => {
  answerApiError(response, new ApiError('not_found'));
};

/** Writes an ApiError as the contract has it. */
function answerApiError(response: Response, error: ApiError): void {
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  response.status(error.status).json({
    error: error.code,
    message: error.message,
    ...error.extra,
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
  });
}

const OUTAGE_RETRY_SECONDS = 2;

/** Turns what a handler threw into an answer: known errors as they are, outages as 503, the rest as a bare 500. */
export function answerErrors(options: {
  logger: Logger;
  isOutage: (error: unknown) => boolean;
}): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof ApiError) return answerApiError(response, error);
    // A path whose escapes spell no text names nothing that exists.
    if (error instanceof URIError) return answerApiError(response, new ApiError('not_found'));
    const requestId = requestIdOf(response);
    if (options.isOutage(error)) {
      options.logger.warn({ err: error, requestId }, 'database away');
      return answerApiError(response, new ApiError('unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS }));
    }
    options.logger.error({ err: error, requestId }, 'request failed');
    answerApiError(response, new ApiError('internal_error', { extra: { request_id: requestId } }));
  };
}
