/** Requests per session within the general window. Visitors and the REST API are limited by address instead. */
export const SESSION_REQUEST_LIMIT = 3_000;

/** Open live streams per session, in each process. Every tab has one. */
export const MAX_SESSION_STREAMS = 20;
/** Open live streams per user, in all their sessions. */
export const MAX_USER_STREAMS = 60;
/** How long a tab waits before it retries a refused stream. */
export const STREAM_RETRY_SECONDS = 30;
/** Bytes that may wait for the reader of a live stream. A reader who falls further behind is disconnected. */
export const MAX_STREAM_BACKLOG_BYTES = 64 * 1024;

/** How many rows of an export are in memory at a time. */
export const EXPORT_PAGE_ROWS = 200;
/** An export ends if its reader takes no data for this long. */
export const EXPORT_STALL_MS = 60_000;

/** Registrations of OAuth clients per address and window. A client registers once on each machine. */
export const REGISTRATION_LIMIT = 60;
export const REGISTRATION_WINDOW_MS = 60 * 60_000;
