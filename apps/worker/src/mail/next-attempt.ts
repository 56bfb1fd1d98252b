import type { SendFailure } from './transport.js';

/** About a day in all. */
const MAX_ATTEMPTS = 20;
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 2 * 60 * 60_000;

/** When a mail is tried again, and how many attempts count as made by then; null when it is given up. */
export function nextAttempt(
  attempts: number,
  failure: SendFailure,
  random: () => number = Math.random,
): { readonly attempts: number; readonly delayMs: number } | null {
  if (failure === 'refused' || attempts >= MAX_ATTEMPTS) return null;
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  const delayMs = Math.round(ceiling / 2 + (ceiling / 2) * random());
  // It may have arrived: it is sent once more, and not again and again.
  return { attempts: failure === 'unconfirmed' ? MAX_ATTEMPTS - 1 : attempts, delayMs };
}
