import { LARGE_BODY_CHARACTERS } from '@slipway/contracts';

/** An envelope closes at this size: larger ones keep Redis and the worker's memory busy for too long. */
export const MAX_ENVELOPE_CHARACTERS = LARGE_BODY_CHARACTERS;
/** An envelope closes at this many deliveries. One with more than MAX_BATCH_DELIVERIES is applied in a separate transaction. */
export const MAX_ENVELOPE_DELIVERIES = 500;

/** The first delivery of an idle queue waits this long for others. */
export const GATHER_MS = 1;
/** Deliveries wait this long behind envelopes that Redis does not acknowledge; an answer is due within two seconds. */
export const SLOW_REDIS_MS = 250;
/** A second envelope is sent before the first is acknowledged once this many deliveries wait. */
export const ENOUGH_DELIVERIES = 32;
/** Envelopes of one queue on their way at once: the process packs one while Redis stores the other. */
export const MAX_SENDING = 2;

/** A command of a request path fails after this time; the delivery then goes to the spool. */
export const COMMAND_TIMEOUT_MS = 1_000;
export const CONNECT_TIMEOUT_MS = 1_000;
export const MAX_RECONNECT_DELAY_MS = 1_000;

/** A command whose server in a cluster failed is repeated after this time. */
export const CLUSTER_RETRY_MS = 100;
/** How often a connection asks which server of a cluster has which slots; a failed command makes it ask at once. */
export const SLOTS_REFRESH_MS = 5_000;
/** Sentinels that a connection hears of a fail-over from. One may have failed together with the master. */
export const SENTINEL_SUBSCRIPTIONS = 2;

/** Replicas confirm an envelope within this time; a later answer would be too late for the sender. */
export const REPLICATION_TIMEOUT_MS = 500;

/** A transaction of the worker closes at this size: applying takes several times as much memory. */
export const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;
/** Small envelopes are applied together up to this many deliveries. */
export const MAX_BATCH_DELIVERIES = 300;
/** Envelopes of one queue that are fetched at once, and that wait in memory for a transaction. */
export const MAX_FETCHES = 8;
export const MAX_READY = 16;
/** Envelopes gather while a batch of their queue runs, but no longer than this: it may be a slow one of another project. */
export const GATHER_LIMIT_MS = 100;
/** A batch gets this much time beyond its job's: ten seconds for each megabyte. */
export const EXTRA_MS_PER_CHARACTER = 0.01;

/**
 * A worker that dies or freezes stops renewing its locks. The stalled-job check of any other worker then gives its
 * envelopes to others, at most LOCK_MS + 2 * STALL_CHECK_MS after the last renewal. If the first worker was only slow, both
 * apply the envelope, and the ledger lets each delivery take effect once.
 */
export const LOCK_MS = 8_000;
export const LOCK_RENEW_MS = 2_000;
export const STALL_CHECK_MS = 2_000;
/** A failed envelope or job is retried after this wait. */
export const RETRY_WAIT = { firstMs: 500, maxMs: 30_000 };
/** An envelope that stalls this often kills its workers; it then stays in the failed set. */
export const MAX_STALLS = 1_000;
/** A worker that cannot read an envelope or job of a newer release leaves it to others for this long. */
export const UNKNOWN_VERSION_DELAY_MS = 5_000;

/** Pieces of a log that are buffered: seconds of a fast build, which a worker needs to store as many. */
export const MAX_LOG_BYTES = 8 * 1024 * 1024;
/** Pieces of all logs of a shard, so that all of them take at most 256 MiB of Redis with the usual number of shards. */
export const MAX_SHARD_LOG_BYTES = 32 * 1024 * 1024;
/** How long a log of which nothing is buffered can be continued. */
export const LOG_MEMORY_MS = 3 * 24 * 60 * 60_000;
