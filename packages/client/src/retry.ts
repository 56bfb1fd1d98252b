import { ConnectionError, SlipwayError } from './errors.js';

/** How often and how long a client tries by itself. */
export interface RetryPolicy {
  /** Tries in all; 1 means none is repeated. */
  readonly attempts: number;
  /** A wait longer than this is the caller's to decide on. */
  readonly maxWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 3, maxWaitMs: 20_000 };
export const NO_RETRY: RetryPolicy = { attempts: 1, maxWaitMs: 0 };

const FIRST_WAIT_MS = 500;

/** A try that failed. */
export interface FailedTry {
  readonly error: unknown;
  /** Counted from 1. */
  readonly attempt: number;
  /** Whether sending it twice does no more than sending it once. */
  readonly isRepeatable: boolean;
}

/** How long to wait before the next try; null when there should be none. */
export function waitAfter({ error, attempt, isRepeatable }: FailedTry, policy: RetryPolicy): number | null {
  if (attempt >= policy.attempts || !isWorthwhile(error, isRepeatable)) return null;
  const asked = error instanceof SlipwayError ? error.retryAfterSeconds : undefined;
  const wait = asked === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : asked * 1_000;
  return wait <= policy.maxWaitMs ? wait : null;
}

/** A throttled request was not carried out. Any other failure leaves that open, so only what may be repeated is. */
function isWorthwhile(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof SlipwayError && error.status === 429) return true;
  return (
    isRepeatable && (error instanceof ConnectionError || (error instanceof SlipwayError && error.status === 503))
  );
}
