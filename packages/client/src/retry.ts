import { ConnectionError, SlipwayError } from './errors.js';

/** When a client repeats a request. */
export interface RetryPolicy {
  /** Attempts in total; 1 turns retries off. */
  readonly attempts: number;
  /** If the service asks for a longer wait than this, the client throws instead of waiting. */
  readonly maxWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 3, maxWaitMs: 20_000 };
export const NO_RETRY: RetryPolicy = { attempts: 1, maxWaitMs: 0 };

const FIRST_WAIT_MS = 500;

/** A failed attempt. */
export interface FailedAttempt {
  readonly error: unknown;
  /** Counted from 1. */
  readonly attempt: number;
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly isRepeatable: boolean;
}

/** How long to wait before the next attempt; null if the request should not be repeated. */
export function waitAfter({ error, attempt, isRepeatable }: FailedAttempt, policy: RetryPolicy): number | null {
  if (attempt >= policy.attempts || !canRetry(error, isRepeatable)) return null;
  const retryAfter = error instanceof SlipwayError ? error.retryAfterSeconds : undefined;
  const wait = retryAfter === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : retryAfter * 1_000;
  return wait <= policy.maxWaitMs ? wait : null;
}

/** A throttled request had no effect. After any other failure this is unknown, so the request must be repeatable. */
function canRetry(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof SlipwayError && error.status === 429) return true;
  return (
    isRepeatable && (error instanceof ConnectionError || (error instanceof SlipwayError && error.status === 503))
  );
}
