import { databaseFailureOf } from '@slipway/db';
import { type DatabaseFailure, databaseFailures, type ObservedTier } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { OUTAGE_RETRY_SECONDS } from './limits.js';

/** How the processes that serve the endpoints respond while PostgreSQL is down or too slow. */
export function restFailures(logger: Logger, observed: ObservedTier): DatabaseFailure {
  return databaseFailures({ logger, observed, failureOf: databaseFailureOf, retrySeconds: OUTAGE_RETRY_SECONDS });
}
