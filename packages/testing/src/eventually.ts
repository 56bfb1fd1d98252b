import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Repeats `check` until it returns a value; rejects with the description at the time limit. */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`did not happen in time: ${what}`);
    await delay(POLL_MS);
  }
}
