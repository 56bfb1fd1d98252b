/** Sizes and deadlines of the API. How many requests are allowed is a setting: see rate-limits.ts. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2 * SECOND_MS;

/** How often the use of tokens is written, and how often at most for one token. */
export const TOKEN_USAGE_FLUSH_MS = 2 * SECOND_MS;
export const TOKEN_USAGE_INTERVAL_MS = MINUTE_MS;
