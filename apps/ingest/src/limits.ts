/** Sizes and deadlines of ingest. What makes a delivery large is `LARGE_BODY_CHARACTERS` in the contracts. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Bodies in memory at once, of all requests together: twenty of the largest, tens of thousands of the usual. */
export const BODIES_LIMIT_BYTES = 512 * MEBIBYTE;
/** A larger body is not searched for a token: its sender is unknown, and parsing it costs time. */
export const TOKEN_BODY_LIMIT_BYTES = 256 * KIBIBYTE;
/** A sender that keeps sending for longer than this after a refusal is cut off. */
export const DISCARD_LIMIT_BYTES = 64 * MEBIBYTE;
/** Senders' forms have a handful of fields, and each one costs time. */
export const MAX_FORM_FIELDS = 1_000;
/** Longer JSON is always serialized again: repeated member names may make it much longer than its payload. */
export const MAX_REUSED_TEXT = 256 * KIBIBYTE;
/** A longer delivery id is replaced by its digest: index entries are limited. */
export const MAX_ID_LENGTH = 255;

/** How much of a sender's User-Agent the audit log keeps. */
export const MAX_AGENT_LENGTH = 300;

/** A refused webhook may be lost, and GitHub waits ten seconds: a token is looked up for nearly as long. */
export const LOOKUP_TIMEOUT_MS = 8 * SECOND_MS;
/** A record in the mirror may be outdated, so the database gets this long to answer first. */
export const SILENCE_MS = SECOND_MS;
export const LOOKUP_RETRY_MS = 250;
export const MIRROR_TIMEOUT_MS = 500;
/** A token that was valid waits this long for the database to confirm it. */
export const CONFIRM_TIMEOUT_MS = 300;
/** Storing a handshake's secret must end before the sender gives up. */
export const STORE_SECRET_TIMEOUT_MS = 1_500;
/** The server aborts a lookup that nobody waits for, so that it does not occupy a connection. */
export const STATEMENT_TIMEOUT_MS = 8 * SECOND_MS;
/** How long the start waits for Redis: the first requests may need the mirror. */
export const REDIS_CONNECT_TIMEOUT_MS = SECOND_MS;
/** An answer is due two seconds after the request, so a small delivery must be durable by then. */
export const DURABLE_TIMEOUT_MS = 1_800;
/** Writing to the spool gets at least this long, even if Redis took more than a second to fail. */
export const MIN_SPOOL_TIMEOUT_MS = 500;
/** While neither Redis nor the spool takes a small delivery, both are tried again after this time. */
export const ACCEPT_RETRY_MS = 100;
/** Large deliveries wait for each other: a late answer is better than having one sent again. */
export const LARGE_SPOOL_TIMEOUT_MS = 5 * SECOND_MS;
/** The largest delivery still drains over a connection with half a megabyte per second. */
export const DRAIN_TIMEOUT_MS = MINUTE_MS;
/** Of that time, how long replicas get to confirm it. */
export const DRAIN_REPLICATION_MS = 20 * SECOND_MS;
/** At the end of the process: nobody may look at this spool again for a long time. */
export const LAST_DRAIN_MS = 5 * SECOND_MS;
export const CLOSE_LIMIT_MS = 3 * SECOND_MS;

/** While ingest is notified of changes, a lookup is repeated rarely, otherwise every second. */
export const SUBSCRIBED_LOOKUP_TTL_MS = MINUTE_MS;
export const UNSUBSCRIBED_LOOKUP_TTL_MS = SECOND_MS;
/** An unknown token is looked up again after this time, so that a new integration works at once. */
export const UNKNOWN_TOKEN_TTL_MS = SECOND_MS;
export const MAX_DIRECTORY_ENTRIES = 20_000;
/** How long the mirror is trusted after the database last confirmed a record: longer than any outage. */
export const MIRROR_TTL_SECONDS = 24 * 60 * 60;
export const MIRROR_CONFIRM_EVERY_MS = 60 * MINUTE_MS;
export const MIRROR_RETRY_MS = 500;

export const DELIVERY_WINDOW_MS = MINUTE_MS;
export const FAILURE_WINDOW_MS = 5 * MINUTE_MS;
/** Lookups for networks with too many failed authentications, all together. */
export const GUESSES_PER_SECOND = 50;

/** A spool file is closed at this size, so that its space is freed once it is drained. */
export const SEGMENT_BYTES = 8 * MEBIBYTE;
/** The spool is written and drained in batches of this size, or one larger delivery. */
export const SPOOL_BATCH_BYTES = MEBIBYTE;
export const SPOOL_BATCH_DELIVERIES = 500;
/** How often ingest checks whether the disk takes deliveries, with a file of this size, and how long that may take. */
export const PROBE_EVERY_MS = 2 * SECOND_MS;
export const PROBE_BYTES = 64 * KIBIBYTE;
export const PROBE_LIMIT_MS = 5 * SECOND_MS;
/** A scrape does not wait longer for a disk that does not answer. */
export const FREE_SPACE_LIMIT_MS = 500;
/** How often the spool is checked for deliveries to drain. */
export const DRAIN_EVERY_MS = 250;
/** How often the folders of ended processes are looked for. */
export const TAKE_OVER_EVERY_MS = 2 * SECOND_MS;

/** A form that is compressed as a whole. Its files are compressed again one by one, so larger ones should be sent so. */
export const UNPACKED_FORM_LIMIT_BYTES = 64 * MEBIBYTE;
export const MAX_REPORT_FILES = 200;
export const MAX_REPORT_FIELDS = 100;
/** A longer value is cut, and still longer than any field may be. Collectors also send whole commit messages, which no one reads. */
export const MAX_REPORT_FIELD_BYTES = 8 * KIBIBYTE;
export const MAX_FILE_NAME = 200;

/** A chunk of a log without compression: large enough for any rate, small beside what is buffered of a log. */
export const LOG_CHUNK_LIMIT_BYTES = 4 * MEBIBYTE;
/** When a sender should repeat a chunk for which there was no room. */
export const FULL_LOG_RETRY_SECONDS = 1;
