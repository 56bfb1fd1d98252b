const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits that the Standard Webhooks specification recommends. */
const DELAYS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS];
const LONGEST_MS = 10 * HOUR_MS;

/** Slipway's own rules cost nobody a request, so a network that the operator allows is used soon. */
export const BLOCKED_DELAY_MS = MINUTE_MS;

/** A channel that has accepted nothing for this long is dead. */
export const DEAD_AFTER_MS = 24 * HOUR_MS;

/** The wait after a number of consecutive failures, with up to a tenth more, so that channels do not retry together. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const delayMs = DELAYS_MS[failures - 1] ?? LONGEST_MS;
  return Math.round(delayMs * (1 + random() / 10));
}
