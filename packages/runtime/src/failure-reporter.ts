import type { ReportFailure } from './handle-requests.js';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import { throttledLog } from './throttled-log.js';

/** Logs and counts the failures that `handleRequests` contains. Each is a bug, but must not affect other requests. */
export function failureReporter({ logger, metrics }: { logger: Logger; metrics: Metrics }): ReportFailure {
  const log = throttledLog(logger);
  const failures = metrics.counter('response_failures_total', 'Responses that failed outside of their handlers');
  return (error, response) => {
    failures.inc();
    log.warn({ err: error, requestId: response?.getHeader('x-request-id') }, 'response failed');
  };
}
