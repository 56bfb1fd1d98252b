const firstMs = 250;
const longestMs = 5000;

/** How long to wait before the next try: doubling, bounded. The first try has number 0. */
export function backoffMs(attempt: number): number {
  return Math.min(firstMs * 2 ** attempt, longestMs);
}
