import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { HELD_PROJECTS, isHeldProject } from '../../held-projects.js';
import { LEDGER_COLUMNS } from '../../ledger.js';
import { type Queryable, raw, sql } from '../../sql.js';
import { deleteKeysAndLetters, startOfLedger } from './expired-keys.js';
import { batchOf, type RetentionKind } from './retention-kind.js';

interface HeldRows {
  /** The ledger, or a partition that was detached from it. */
  readonly from: string;
  /** How long the ledger is retained; null for every row. */
  readonly days: number | null;
  readonly limit: number;
}

/** One statement, so that readers find each delivery in exactly one of the two tables. Its key and dead letter stay. */
const moveHeld = defineQuery({
  name: 'move held deliveries',
  columns: { moved: computed('int8', sql`count(*)`) },
  examples: [
    { from: 'deliveries', days: 1, limit: 1 },
    { from: 'deliveries_default', days: null, limit: 1 },
  ],
  build({ from, days, limit }: HeldRows, select) {
    const isExpired = days === null ? sql`true` : sql`d.received_at < ${startOfLedger(days)}`;
    return sql`WITH expired AS MATERIALIZED (
      SELECT d.id, d.received_at FROM (${HELD_PROJECTS}) h CROSS JOIN LATERAL (
        SELECT d.id, d.received_at FROM ${raw(from)} d
        WHERE d.project_id = h.id AND ${isExpired} ORDER BY d.received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) d
      LIMIT ${limit}),
    moved AS (
      DELETE FROM ${raw(from)} d USING expired e
      WHERE d.id = e.id AND d.received_at = e.received_at AND ${isExpired} RETURNING d.*),
    held AS (
      INSERT INTO held_deliveries (${LEDGER_COLUMNS}) SELECT ${LEDGER_COLUMNS} FROM moved ON CONFLICT DO NOTHING)
    SELECT ${select} FROM moved`;
  },
});

/** Moves deliveries under a legal hold out of a partition that was detached; returns how many. */
export async function moveHeldRows(on: Queryable, partition: string, limit: number): Promise<number> {
  return (await moveHeld.first(on, { from: partition, days: null, limit }))?.moved ?? 0;
}

interface LedgerBatch {
  /** How long the ledger is retained. */
  readonly days: number;
  readonly limit: number;
}

const deleteReleased = defineQuery({
  name: 'delete released deliveries',
  columns: { deleted: computed('int8', sql`count(*)`) },
  examples: [{ days: 1, limit: 1 }],
  build: ({ days, limit }: LedgerBatch, select) => sql`
    WITH gone AS (
      DELETE FROM held_deliveries WHERE ctid = ANY(ARRAY(
        SELECT d.ctid FROM projects p CROSS JOIN LATERAL (
          SELECT ctid FROM held_deliveries
          WHERE project_id = p.id AND received_at < ${startOfLedger(days)}
          ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) d
        WHERE NOT ${isHeldProject(sql`p.id`)} LIMIT ${limit}))
      RETURNING id, integration_id, dedupe_key),
    ${deleteKeysAndLetters(sql`gone`, startOfLedger(days))}
    SELECT ${select} FROM gone`,
});

const heldRow = defineQuery({
  name: 'find held delivery of partition',
  columns: { projectId: computed('int4', sql`h.id`) },
  examples: ['deliveries_default'],
  build: (partition: string, select) => sql`SELECT ${select} FROM (${HELD_PROJECTS}) h
    CROSS JOIN LATERAL (SELECT FROM ${raw(partition)} WHERE project_id = h.id LIMIT 1) d LIMIT 1`,
});

/** Whether a partition still has deliveries of projects under a legal hold. It must not be detached while it has. */
export async function hasHeldRows(on: Queryable, partition: string): Promise<boolean> {
  return (await heldRow.first(on, partition)) !== null;
}

/** Deliveries under a legal hold whose day expires move aside; when the hold is released, they expire. */
export const heldDeliveries: readonly RetentionKind[] = [
  {
    table: 'held_deliveries',
    batch: 1_000,
    async deleteBatch({ database, periods: { days } }, limit) {
      const moved = (await moveHeld.first(database.pool, { from: 'deliveries', days, limit }))?.moved ?? 0;
      return { deleted: 0, done: moved < limit };
    },
  },
  {
    table: 'held_deliveries',
    batch: 5_000,
    async deleteBatch({ database, periods: { days } }, limit) {
      return batchOf((await deleteReleased.first(database.pool, { days, limit }))?.deleted ?? 0, limit);
    },
  },
];
