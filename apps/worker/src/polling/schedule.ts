import { backoffMs, jitteredBackoffMs } from '@slipway/domain';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often a running or queued build is polled. */
export const RUNNING_MS = 3 * SECOND_MS;

/** How often an integration is polled when nothing is due: its server may have builds that no webhook reported. */
export const IDLE_MS = MINUTE_MS;

/**
 * When the result of a poll without an answer becomes visible, after its start: later than a connection may take, so that
 * the time does not tell a refused address from one that nothing listens at.
 */
export const UNREACHABLE_SHOWN_MS = 6 * SECOND_MS;

/** How long a refused integration pauses. Changed settings end the pause at once. */
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

/** The delay before a failed build is polled again; null to give it up. */
export function retryDelayMs(failures: number): number | null {
  return failures > 8 ? null : backoffMs(failures, FAILED);
}

/** The delay before a job's builds are listed again: longer the older its newest build is. */
export function jobDelayMs(newestBuildAt: number | null, now: number): number {
  const age = newestBuildAt === null ? Number.POSITIVE_INFINITY : now - newestBuildAt;
  if (age < DAY_MS) return IDLE_MS;
  return age < LOOKBACK_MS ? 10 * MINUTE_MS : HOUR_MS;
}

/** The delay before a job that could not be listed is tried again, doubling up to a day. */
export function missingJobDelayMs(failures: number): number {
  return backoffMs(failures, MISSING);
}
