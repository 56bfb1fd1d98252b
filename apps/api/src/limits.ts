/** Sizes and deadlines of the API. The number of allowed requests is a setting: see rate-limits.ts. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * How long a server may take to prove that it answers after a read has timed out: together they stay within three
 * seconds. After a read that failed at once, it may take as long as a statement.
 */
export const PING_TIMEOUT_MS = 700;

/** How often the API checks whether the primary answers again. */
export const RECOVERY_CHECK_MS = 500;

/** A read that failed sooner than this runs again, even on the same server if that answers. */
export const QUICK_FAILURE_MS = 500;

/** How often token usage is written, and the shortest interval between two writes for one token. */
export const TOKEN_USAGE_FLUSH_MS = 2 * SECOND_MS;
export const TOKEN_USAGE_INTERVAL_MS = MINUTE_MS;

/** The shortest interval between two audit entries about a token that is used from outside its networks. */
export const TOKEN_REFUSAL_INTERVAL_MS = 60 * MINUTE_MS;
