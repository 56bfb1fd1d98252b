/** Sizes and deadlines of the console. */
const MINUTE_MS = 60_000;

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2_000;

export const GENERAL_WINDOW_MS = 5 * MINUTE_MS;
/** Requests of one session within the window; the limit of the REST API is per address instead. */
export const SESSION_REQUEST_LIMIT = 3_000;
export const TASK_WRITE_WINDOW_MS = MINUTE_MS;
