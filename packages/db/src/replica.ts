import { setTimeout as delay } from 'node:timers/promises';
import { computed, nullable } from './columns.js';
import type { Database } from './database.js';
import { defineQuery } from './define-query.js';
import { isUnreachable } from './outage.js';
import { sql } from './sql.js';

export interface ReplicaOptions {
  readonly primary: Pick<Database, 'pool'>;
  readonly replica: Database;
  /** The replica is not used while it lags further behind than this. */
  readonly maxLagMs: number;
  /** Called with the reason when the replica becomes unusable, and with null when it is usable again. */
  readonly onState: (problem: Error | null) => void;
  /** Called after each check with how far the replica was behind when the primary last answered. */
  readonly onLag?: (lagMs: number) => void;
}

/** A streaming replica of the primary, and what is known about its progress. */
export interface Replica {
  readonly database: Database;
  /** Whether it is usable and has replayed the primary's log up to this position. */
  hasReplayed(lsn: number): boolean;
  /**
   * Whether it answers, and lagged no further behind than allowed when the primary last answered: the age of its rows
   * while it stands in for the primary. False in a process that has not seen both.
   */
  canStandIn(): boolean;
  /** Stops using it until the next check succeeds. */
  noteFailure(error: Error): void;
  /** Why it is not in use; null if it is. */
  problem(): Error | null;
  close(): Promise<void>;
}

const CHECK_MS = 500;
/** For how long the primary's positions are remembered, to know when a replica that lags behind was current. */
const LONGEST_LAG_MS = 60 * 60_000;

/** Log positions are bytes since the beginning of the log, far below 2^53. */
const primaryPosition = defineQuery({
  name: 'position of primary',
  columns: { lsn: computed('int8', sql`(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint`) },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select}`,
});

/** Null on a server that is not, or no longer, a replica: its data is not the primary's. */
const replicaPosition = defineQuery({
  name: 'position of replica',
  columns: {
    lsn: nullable(
      computed(
        'int8',
        sql`CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint END`,
      ),
    ),
  },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select}`,
});

/** Watches a replica until closed, and closes its connections. */
export function watchReplica(options: ReplicaOptions): Replica {
  return new WatchedReplica(options);
}

class WatchedReplica implements Replica {
  readonly #options: ReplicaOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  readonly #startedAt = performance.now();
  /** The primary's earlier positions, with their times, that the replica is not yet known to have reached. */
  #ahead: { readonly lsn: number; readonly at: number }[] = [];
  #replayed = 0;
  /** The replica has everything committed before this time. */
  #freshAt = Number.NEGATIVE_INFINITY;
  /** When the primary was last asked for its position and answered. */
  #primaryAt = Number.NEGATIVE_INFINITY;
  #isAnswering = false;
  #problem: Error | null = new Error('the replica has not been checked yet');
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Whether the replica was usable when its state was last reported. */
  #reported: boolean | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#done = this.#checkUntilClosed();
  }

  get database(): Database {
    return this.#options.replica;
  }

  hasReplayed(lsn: number): boolean {
    return this.#problem === null && lsn <= this.#replayed && this.#lagMs() <= this.#options.maxLagMs;
  }

  canStandIn(): boolean {
    return this.#isAnswering && this.#primaryAt - this.#freshAt <= this.#options.maxLagMs;
  }

  noteFailure(error: Error): void {
    this.#failedAt = performance.now();
    this.#isAnswering = false;
    this.#setProblem(error);
  }

  problem(): Error | null {
    return this.#problem;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#done;
    await this.#options.replica.close();
  }

  #lagMs(): number {
    return performance.now() - this.#freshAt;
  }

  async #checkUntilClosed(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#check();
      // A replica that has not been current since this process started is at least that far behind.
      this.#options.onLag?.(Math.max(0, this.#primaryAt - Math.max(this.#freshAt, this.#startedAt)));
      await delay(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { primary, replica, maxLagMs } = this.#options;
    const at = performance.now();
    // While the primary is down, the lag grows until the replica is no longer used.
    const target = await primaryPosition.first(primary.pool, null).catch(() => null);
    if (target !== null) {
      this.#ahead = [
        ...this.#ahead.filter((position) => position.at > at - LONGEST_LAG_MS),
        { lsn: target.lsn, at },
      ];
      this.#primaryAt = at;
    }
    const sentAt = performance.now();
    try {
      const position = await replicaPosition.first(replica.pool, null);
      // A request that failed in the meantime has newer information.
      if (sentAt < this.#failedAt) return;
      this.#isAnswering = true;
      if (position === null || position.lsn === null) throw new Error('the server is not a replica');
      this.#noteReplayed(position.lsn);
      this.#setProblem(this.#lagMs() <= maxLagMs ? null : new Error(`the replica is over ${maxLagMs} ms behind`));
    } catch (error) {
      if (isUnreachable(error)) this.#isAnswering = false;
      this.#setProblem(error as Error);
    }
  }

  #noteReplayed(lsn: number): void {
    this.#replayed = lsn;
    const reached = this.#ahead.findLast((position) => position.lsn <= lsn);
    if (reached !== undefined) this.#freshAt = reached.at;
    this.#ahead = this.#ahead.filter((position) => position.lsn > lsn);
  }

  #setProblem(problem: Error | null): void {
    this.#problem = problem;
    const isUsable = problem === null;
    if (isUsable === this.#reported || this.#closing.signal.aborted) return;
    this.#reported = isUsable;
    this.#options.onState(problem);
  }
}
