import type { HistoryRetention } from '@slipway/domain';
import type { Database } from '../../database.js';
import type { Sql } from '../../sql.js';

/** How long the ledger is retained, and how long builds, logs, changes and deployments are. */
export interface RetentionPeriods {
  readonly days: number;
  readonly history: HistoryRetention;
}

/** What the deletion of a batch can use. */
export interface RetentionRun {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly periods: RetentionPeriods;
  readonly logger: { info(fields: object, message: string): void };
}

/** What the deletion of a batch did. */
export interface RetentionBatch {
  readonly deleted: number;
  /** Whether no expired data is left, at least for this worker. */
  readonly done: boolean;
}

export interface RetentionKind {
  /** The table that metrics and logs name. */
  readonly table: string;
  /** The most rows that one batch deletes; small batches hold their locks only briefly. */
  readonly batch: number;
  /** Deletes the oldest expired rows, at most `limit`, in a separate transaction. */
  deleteBatch(run: RetentionRun, limit: number): Promise<RetentionBatch>;
  /**
   * Selects how long the oldest expired row has been waiting to be deleted, in seconds; no row or null if none is.
   * Absent if another kind reports it, and null if the settings let nothing of the kind expire.
   */
  overdue?(periods: RetentionPeriods): Sql | null;
}

/** The result of a statement that deletes all expired rows up to a limit. */
export const batchOf = (deleted: number, limit: number): RetentionBatch => ({ deleted, done: deleted < limit });
