const DAY_MS = 24 * 60 * 60 * 1000;

/** A session of the console ends when it was not used for this long. */
const SESSION_IDLE_MS = 14 * DAY_MS;

/** A session ends this long after the sign-in, however often it is used. */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;

/** When a session ends unless it is used again. */
export function sessionEnd(createdAt: Date, lastUsedAt: Date): Date {
  return new Date(Math.min(lastUsedAt.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_AGE_MS));
}

/** The sign-in times of sessions that may still be used are later than this. */
export function oldestSignIn(now: Date): Date {
  return new Date(now.getTime() - SESSION_MAX_AGE_MS);
}
