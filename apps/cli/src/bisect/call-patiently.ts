import type { CommandContext } from '../context.js';
import { isSlipwayError, isUnreachable } from '../explain-error.js';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** How long to wait after a number of failed attempts. */
export const waitAfter = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);

/**
 * Repeats a request until the service answers it: a run may have taken hours, so its result is worth waiting for. `kept`
 * says what an interruption does not lose.
 */
export async function callPatiently<T>(
  { output, sleep, signal }: CommandContext,
  kept: string,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const answer = await call();
      if (attempts > 1) output.warn('The service answers again.');
      return answer;
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      const waitMs = waitAfter(attempts);
      const intro = attempts === 1 ? `The service does not answer (${(error as Error).message}). ${kept} ` : '';
      output.warn(`${intro}Trying again in ${waitMs / 1_000} s.`);
      await sleep(waitMs);
    }
  }
}

function isTemporary(error: unknown): boolean {
  return isUnreachable(error) || (isSlipwayError(error) && error.status === 429);
}
