import { jitteredBackoffMs } from '@slipway/domain';
import type { SendFailure } from './transport.js';

/** About a day of retries. */
const MAX_ATTEMPTS = 20;
const DELAY = { firstMs: 30_000, maxMs: 2 * 60 * 60_000 };

/** The state of an email after a failed attempt. */
interface FailedMail {
  /** Including the failed one. */
  readonly attempts: number;
  /** Whether an earlier attempt may have arrived. */
  readonly unconfirmed: boolean;
}

/** The delay before the next attempt, and whether the email may already have arrived; null to give up. */
export function nextAttempt(
  { attempts, unconfirmed }: FailedMail,
  failure: SendFailure,
  random: () => number = Math.random,
): { readonly unconfirmed: boolean; readonly delayMs: number } | null {
  // Two attempts may already have arrived; do not send a third.
  const isRepeated = unconfirmed && failure === 'unconfirmed';
  if (failure === 'refused' || isRepeated || attempts >= MAX_ATTEMPTS) return null;
  const delayMs = jitteredBackoffMs(attempts, DELAY, random);
  return { unconfirmed: unconfirmed || failure === 'unconfirmed', delayMs };
}
