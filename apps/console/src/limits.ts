/** Sizes and deadlines of the console. */

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2_000;

/** Requests of one session within the general window. Visitors and the REST API are limited by address instead. */
export const SESSION_REQUEST_LIMIT = 3_000;

/** Live streams that a session has open at a time, in each process. Every tab has one. */
export const MAX_SESSION_STREAMS = 20;
/** Live streams of all sessions of a user. */
export const MAX_USER_STREAMS = 60;
/** When a tab whose stream was refused should try again. */
export const STREAM_RETRY_SECONDS = 30;
/** Bytes that may wait for the reader of a live stream. A reader that falls further behind is disconnected. */
export const MAX_STREAM_BACKLOG_BYTES = 64 * 1024;

/** Rows of an export that are in memory at a time. */
export const EXPORT_PAGE_ROWS = 200;
/** An export ends when its reader has taken nothing for this long. */
export const EXPORT_STALL_MS = 60_000;
