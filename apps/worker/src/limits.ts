/** Sizes and deadlines of the worker. What makes a delivery large is `LARGE_BODY_CHARACTERS` in the contracts. */

/** Longer than any statement needs, short enough that a stuck one does not hold its locks for minutes. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** A frozen worker loses its transactions after this time, about when others get its envelopes. */
export const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;
/** Connections that a backlog of envelopes leaves to timers, investigations and checks. */
export const RESERVED_CONNECTIONS = 3;
/** Running work gets this long to finish after SIGTERM; other workers take over the rest. */
export const CLOSE_LIMIT_MS = 10_000;
/** How often the worker retries to create partitions while the database is down. */
export const PARTITIONS_RETRY_MS = 1_000;
/** How often the gauges of the queues and tables are updated. */
export const SAMPLE_EVERY_MS = 5_000;
export const FIRST_SAMPLE_MS = 1_000;

/** A delivery that takes too long alone this often becomes a dead letter. */
export const MAX_SLOW_ATTEMPTS = 5;
/** Slow deliveries that the worker remembers; beyond these the oldest starts over. */
export const MAX_SLOW_DELIVERIES = 1_000;
/** Transactions that conflict are retried this often at once, before the queue retries their envelope later. */
export const CONFLICT_ATTEMPTS = 5;
