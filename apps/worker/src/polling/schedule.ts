import { backoffMs, jitteredBackoffMs } from '@slipway/domain';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often a running or queued build is polled. */
export const RUNNING_MS = 3 * SECOND_MS;

/** How often an integration is polled if nothing is due: its server may have builds that no webhook reported. */
export const IDLE_MS = MINUTE_MS;

/**
 * The delay after which the result of an unanswered poll becomes visible, counted from its start. It is longer than a
 * connection attempt can take, so that the timing does not reveal whether an address is blocked or nothing listens
 * there.
 */
export const UNREACHABLE_SHOWN_MS = 6 * SECOND_MS;

/** How long a refused integration pauses. Changing its settings ends the pause immediately. */
export const PAUSED_MS = HOUR_MS;

/** How far back polling looks for builds that no webhook reported. */
export const LOOKBACK_MS = 7 * DAY_MS;

const UNAVAILABLE = { firstMs: 5 * SECOND_MS, maxMs: 10 * MINUTE_MS };
const MISSING = { firstMs: 2 * IDLE_MS, maxMs: DAY_MS };
const FAILED = { firstMs: RUNNING_MS, maxMs: DAY_MS };

/** The delay before an unavailable server is polled again: doubling with jitter, and at least its `Retry-After`. */
export function unavailableDelayMs(
  failures: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number {
  return Math.max(jitteredBackoffMs(failures, UNAVAILABLE, random), retryAfterMs ?? 0);
}

/** The delay before a failed build is polled again; null to give up on it. */
export function retryDelayMs(failures: number): number | null {
  return failures > 8 ? null : backoffMs(failures, FAILED);
}

/** The delay before a job's builds are listed again. It grows with the age of the newest build. */
export function jobDelayMs(newestBuildAt: number | null, now: number): number {
  const age = newestBuildAt === null ? Number.POSITIVE_INFINITY : now - newestBuildAt;
  if (age < DAY_MS) return IDLE_MS;
  return age < LOOKBACK_MS ? 10 * MINUTE_MS : HOUR_MS;
}

/** The delay before a job that could not be listed is retried, doubling up to a day. */
export function missingJobDelayMs(failures: number): number {
  return backoffMs(failures, MISSING);
}
