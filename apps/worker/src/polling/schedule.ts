const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often a build that runs, or waits in the server's queue, is looked at. */
export const RUNNING_MS = 3 * SECOND_MS;

/** The longest that an integration without news waits: its server may have news that nobody told. */
export const IDLE_MS = MINUTE_MS;

/** How long after a refusal it is tried again; settings that change are tried at once. */
export const PAUSED_MS = HOUR_MS;

/** How far back builds that nobody told of are looked for. */
export const LOOKBACK_MS = 7 * DAY_MS;

const SICK_FIRST_MS = 5 * SECOND_MS;
const SICK_LONGEST_MS = 10 * MINUTE_MS;

/** Doubling with jitter, and never sooner than the server asks for. */
export function sickDelayMs(
  failures: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(SICK_FIRST_MS * 2 ** Math.min(failures - 1, 10), SICK_LONGEST_MS);
  return Math.max(Math.round(ceiling / 2 + (ceiling / 2) * random()), retryAfterMs ?? 0);
}

/** When a build that could not be read is tried again; null when it is given up. */
export function retryDelayMs(failures: number): number | null {
  return failures > 8 ? null : RUNNING_MS * 2 ** (failures - 1);
}

/** When a job is looked through again: the longer ago its last build, the later. */
export function jobDelayMs(newestBuildAt: number | null, now: number): number {
  const age = newestBuildAt === null ? Number.POSITIVE_INFINITY : now - newestBuildAt;
  if (age < DAY_MS) return IDLE_MS;
  return age < LOOKBACK_MS ? 10 * MINUTE_MS : HOUR_MS;
}

/** When a job that could not be looked through is tried again. Jobs go, and names in reports need not be jobs at all. */
export function missingJobDelayMs(failures: number): number {
  return Math.min(IDLE_MS * 2 ** Math.min(failures, 16), DAY_MS);
}
