import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Asks again until the answer is not undefined; fails with what was waited for when it never comes. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await delay(POLL_MS);
  }
}
