import { jitteredBackoffMs } from '@slipway/domain';
import type { SendFailure } from './transport.js';

/** About a day of retries. */
const MAX_ATTEMPTS = 20;
const DELAY = { firstMs: 30_000, maxMs: 2 * 60 * 60_000 };

/** The state of a mail when an attempt fails. */
interface FailedMail {
  /** Including the failed one. */
  readonly attempts: number;
  /** Whether an earlier attempt may have arrived. */
  readonly unconfirmed: boolean;
}

/** The delay before the next attempt, and whether the mail may have arrived already; null to give it up. */
export function nextAttempt(
  { attempts, unconfirmed }: FailedMail,
  failure: SendFailure,
  random: () => number = Math.random,
): { readonly unconfirmed: boolean; readonly delayMs: number } | null {
  // Two attempts may have arrived already; do not send a third.
  const isRepeated = unconfirmed && failure === 'unconfirmed';
  if (failure === 'refused' || isRepeated || attempts >= MAX_ATTEMPTS) return null;
  const delayMs = jitteredBackoffMs(attempts, DELAY, random);
  return { unconfirmed: unconfirmed || failure === 'unconfirmed', delayMs };
}
