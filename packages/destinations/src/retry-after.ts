const MAX_WAIT_MS = 60 * 60_000;

/** How long a server may make us wait: what it asks for, but no longer than an hour. */
export const limitWait = (waitMs: number): number => Math.min(Math.ceil(waitMs), MAX_WAIT_MS);

/** Parses `Retry-After`, which is a number of seconds or a date; null if it is neither, or in the past. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const waitMs = /^[0-9]{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(waitMs) && waitMs > 0 ? limitWait(waitMs) : null;
}
