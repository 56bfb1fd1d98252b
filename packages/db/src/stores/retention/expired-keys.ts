import { type Sql, sql } from '../../sql.js';

/** The first day (UTC) that the ledger retains. */
export const firstDay = (retentionDays: number) => sql`((now() AT TIME ZONE 'UTC')::date - ${retentionDays}::int)`;

/** When a day begins. */
export const startOf = (day: Sql) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`;

/** When the first day that the ledger retains begins. */
export const startOfLedger = (retentionDays: number) => startOf(firstDay(retentionDays));

/** Whether a key `k` is that of a delivery `p`. */
export const KEY_OF = sql`k.integration_id = p.integration_id AND k.key = p.dedupe_key`;

/** Deletes the keys and dead letters of deleted deliveries. A key that a later delivery has taken over is kept. */
export const deleteKeysAndLetters = (deliveries: Sql, before: Sql) => sql`
  keys AS (DELETE FROM delivery_keys k USING ${deliveries} p WHERE ${KEY_OF} AND k.received_at < ${before}),
  letters AS (DELETE FROM dead_letters d USING ${deliveries} p WHERE d.delivery_id = p.id)`;
