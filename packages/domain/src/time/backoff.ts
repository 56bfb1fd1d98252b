/** How long retries wait: each consecutive failure doubles the wait, up to a limit. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** The wait after a number of consecutive failures, counted from 1. */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

/** A random wait between half and all of the backoff, so that many clients do not retry at the same moment. */
export function jitteredBackoffMs(failures: number, backoff: Backoff, random: () => number = Math.random): number {
  const longestMs = backoffMs(failures, backoff);
  return Math.round(longestMs / 2 + (longestMs / 2) * random());
}
