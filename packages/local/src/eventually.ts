import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 400;

/**
 * Repeats `check` until it returns a value; rejects with the description at the time limit. The pauses grow, so that a
 * long wait takes no CPU time from tests that run in parallel.
 */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`did not happen in time: ${what}`);
    await delay(pauseMs);
  }
}
