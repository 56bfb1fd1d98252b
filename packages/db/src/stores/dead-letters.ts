import type { Delivery } from '@slipway/contracts';
import { execute, type Queryable, queryOne, rowsOf, sql } from '../sql.js';
import { type LedgerRun, recordDeliveries, type SettledDelivery, storedKey } from './delivery-ledger.js';
import { isFree, KEY_COLUMNS, toKeyRow } from './key-rows.js';

/** A delivery that cannot be applied, and why. */
export interface DeadDelivery {
  readonly delivery: Delivery;
  readonly reason: string;
  readonly run: LedgerRun;
}

/**
 * Keeps why a delivery cannot be applied; the log keeps the delivery. Its key is held so that a redelivery may take it
 * over. A replay that dies is one more attempt at what it repeats.
 */
export async function buryDelivery(
  tx: Queryable,
  { delivery, reason: told, run }: DeadDelivery,
): Promise<SettledDelivery> {
  const reason = told.replaceAll('\0', '').toWellFormed();
  const { integrationId, receivedAt } = delivery;
  const { of: id, key } = delivery.replay ?? { of: delivery.id, key: delivery.key };
  await execute(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
        SELECT * FROM ${rowsOf([toKeyRow({ delivery, outcome: 'dead' })], KEY_COLUMNS)}
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = 'dead', received_at = EXCLUDED.received_at,
            expires_at = EXCLUDED.expires_at
          WHERE ${isFree}`,
  );
  await execute(
    tx,
    sql`INSERT INTO dead_letters (delivery_id, integration_id, key, received_at, failed_at)
        VALUES (${id}::uuid, ${integrationId}, ${storedKey(key)}, ${new Date(receivedAt)}, ${new Date(run.startedAt)})
        ON CONFLICT (delivery_id) DO UPDATE SET failed_at = EXCLUDED.failed_at, resolved_at = NULL`,
  );
  await recordDeliveries(tx, [{ delivery, outcome: 'dead', reason, touched: [] }], run);
  return { delivery, outcome: 'dead' };
}

/** A delivery that settles what others with its key left undone. */
export interface SettlingDelivery {
  readonly integrationId: number;
  readonly key: string;
  readonly receivedAt: number;
}

/**
 * Closes the letters of deliveries whose key another one took over and settled: those of its window or before it. What
 * came later under the same digest says something of its own.
 */
export async function resolveDeadLetters(tx: Queryable, settling: readonly SettlingDelivery[]): Promise<void> {
  if (settling.length === 0) return;
  await execute(
    tx,
    sql`UPDATE dead_letters d SET resolved_at = clock_timestamp()
        FROM unnest(${settling.map(({ integrationId }) => integrationId)}::int[],
            ${settling.map(({ key }) => storedKey(key))}::text[],
            ${settling.map(({ receivedAt }) => new Date(receivedAt))}::timestamptz[])
            AS s(integration_id, key, received_at)
          LEFT JOIN delivery_keys k ON k.integration_id = s.integration_id AND k.key = s.key
        WHERE d.resolved_at IS NULL AND d.integration_id = s.integration_id AND d.key = s.key
          AND d.received_at < COALESCE(s.received_at + (k.expires_at - k.received_at), 'infinity')`,
  );
}

/** How many dead letters wait for someone. */
export async function countOpenDeadLetters(on: Queryable): Promise<number> {
  const row = await queryOne<{ count: number }>(
    on,
    sql`SELECT count(*) AS count FROM dead_letters WHERE resolved_at IS NULL`,
  );
  return row?.count ?? 0;
}
