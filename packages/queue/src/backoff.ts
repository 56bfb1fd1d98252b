const CAP_MS = 30_000;

/** Doubles from a quarter second to half a minute, with jitter so that retries spread out. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const ceiling = Math.min(250 * 2 ** Math.min(attempts, 12), CAP_MS);
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
