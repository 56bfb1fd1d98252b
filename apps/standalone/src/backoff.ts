const firstMs = 250;
const maxMs = 5000;

/** The delay before the next attempt: doubling up to a limit. The first attempt has number 0. */
export function backoffMs(attempt: number): number {
  return Math.min(firstMs * 2 ** attempt, maxMs);
}
