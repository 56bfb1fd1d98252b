const DAY_MS = 24 * 60 * 60 * 1000;

/** A console session ends after it has been unused for this long. */
const SESSION_IDLE_MS = 14 * DAY_MS;

/** A session ends this long after sign-in, however often it is used. */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;

export function sessionEnd(createdAt: Date, lastUsedAt: Date): Date {
  return new Date(Math.min(lastUsedAt.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_AGE_MS));
}

/** Sessions that may still be used were signed in after this time. */
export function oldestSignIn(now: Date): Date {
  return new Date(now.getTime() - SESSION_MAX_AGE_MS);
}
