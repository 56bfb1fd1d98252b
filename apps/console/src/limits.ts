/** Sizes and deadlines of the console. */

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2_000;

/** Requests of one session within the general window. Visitors and the REST API are limited by address instead. */
export const SESSION_REQUEST_LIMIT = 3_000;
