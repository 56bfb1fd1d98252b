import type { SendFailure } from './transport.js';

/** About a day in all. */
const MAX_ATTEMPTS = 20;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 2 * 60 * 60_000;

/** What is known of a mail when an attempt fails. */
interface Attempted {
  /** This one included. */
  readonly attempts: number;
  /** Whether an earlier attempt may have arrived. */
  readonly unconfirmed: boolean;
}

/** When a mail is tried again, and whether it may have arrived by then; null when it is given up. */
export function nextAttempt(
  { attempts, unconfirmed }: Attempted,
  failure: SendFailure,
  random: () => number = Math.random,
): { readonly unconfirmed: boolean; readonly delayMs: number } | null {
  // It may have arrived twice: it is sent once more, and not again and again.
  const isRepeated = unconfirmed && failure === 'unconfirmed';
  if (failure === 'refused' || isRepeated || attempts >= MAX_ATTEMPTS) return null;
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  const delayMs = Math.round(ceiling / 2 + (ceiling / 2) * random());
  return { unconfirmed: unconfirmed || failure === 'unconfirmed', delayMs };
}
