/** Sizes and deadlines of the REST endpoints, whichever app serves them. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const MIB = 1024 * 1024;

/** Short enough to notice a frozen database and respond with 503 within three seconds. */
export const STATEMENT_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * How long a server may take to prove that it answers after a read has timed out: together they stay within three
 * seconds. After a read that failed at once, it may take as long as a statement.
 */
export const PING_TIMEOUT_MS = 700;

/** How often a process checks whether the primary answers again. */
export const RECOVERY_CHECK_MS = 500;

/** After a read that failed sooner than this, servers have more time to answer. */
export const QUICK_FAILURE_MS = 500;

/** The Retry-After of a 503 while PostgreSQL or Redis is down. */
export const OUTAGE_RETRY_SECONDS = 2;

/** How long to wait before retrying to note a write for readers of a replica. */
export const NOTE_RETRY_MS = 500;

/** The Retry-After of a 503 while deliveries hold locks on the rows of a dry run. */
export const BUSY_RETRY_SECONDS = 5;

export const MAX_BODY_BYTES = MIB;

/** The windows of the rate limits. The API and the console share the counters. */
export const GENERAL_WINDOW_MS = 5 * MINUTE_MS;
export const TASK_WRITE_WINDOW_MS = MINUTE_MS;

/** The total size of the bodies that one request replays, and how many deliveries it holds in memory at a time. */
export const MAX_REPLAY_BYTES = 32 * MIB;
export const REPLAY_CHUNK = 100;

/** Queueing a large replay takes longer than other requests allow for Redis commands. */
export const REPLAY_TIMEOUT_MS = 3 * SECOND_MS;

/**
 * A dry run does the work of applying in a process that serves other requests. This limits its bodies, and its
 * operations with their parts.
 */
export const MAX_DRY_RUN_BYTES = 4 * MIB;
export const MAX_DRY_RUN_PARTS = 5_000;
