/** Sizes and deadlines of the worker. `LARGE_BODY_CHARACTERS` in the contracts defines when a delivery is large. */

/** Longer than any statement needs, but short enough that a stuck one does not hold its locks for minutes. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** A frozen worker loses its transactions after this time, at about the time when others get its envelopes. */
export const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;
/** Connections that remain for timers, investigations and checks during a backlog of envelopes. */
export const RESERVED_CONNECTIONS = 3;
/** Running work gets this long to finish after SIGTERM; other workers take over the rest. */
export const CLOSE_LIMIT_MS = 10_000;
/** How often the worker retries creating partitions while the database is down. */
export const PARTITIONS_RETRY_MS = 1_000;
/** How often the gauges of the queues and tables are updated. */
export const SAMPLE_EVERY_MS = 5_000;
/** How often those of the database server are. Its size takes a look at every file. */
export const SERVER_SAMPLE_EVERY_MS = 30_000;
export const FIRST_SAMPLE_MS = 1_000;

/** A delivery that takes too long this many times on its own becomes a dead letter. */
export const MAX_SLOW_ATTEMPTS = 5;
/** How many slow deliveries the worker remembers; beyond that, the oldest one starts over. */
export const MAX_SLOW_DELIVERIES = 1_000;
/** How many times a conflicting transaction is retried immediately, before the queue retries its envelope later. */
export const CONFLICT_ATTEMPTS = 5;
