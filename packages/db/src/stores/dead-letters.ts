import type { Delivery } from '@slipway/contracts';
import { execute, type Queryable, sql } from '../sql.js';
import type { SettledDelivery } from './deliveries.js';
import { recordDeliveries } from './delivery-ledger.js';

/** A delivery that cannot be applied, and why. */
export interface DeadDelivery {
  readonly delivery: Delivery;
  readonly reason: string;
  readonly now: number;
}

/** Keeps a delivery that cannot be applied, whole. Its key is held so that a redelivery may take it over. */
export async function buryDelivery(
  tx: Queryable,
  { delivery, reason: told, now }: DeadDelivery,
): Promise<SettledDelivery> {
  const reason = told.replaceAll('\0', '').toWellFormed();
  const { id, accountId, projectId, integrationId, key, receivedAt } = delivery;
  await execute(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at)
        VALUES (${integrationId}, ${key}, ${id}::uuid, 'dead', ${new Date(receivedAt)})
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = 'dead', received_at = EXCLUDED.received_at
          WHERE k.outcome IN ('rejected', 'dead')`,
  );
  await execute(
    tx,
    sql`INSERT INTO dead_letters AS d (delivery_id, account_id, project_id, integration_id, reason, delivery,
          attempts, failed_at)
        VALUES (${id}::uuid, ${accountId}, ${projectId}, ${integrationId}, ${reason},
          ${JSON.stringify(delivery)}::jsonb, 1, ${new Date(now)})
        ON CONFLICT (delivery_id) DO UPDATE
          SET reason = EXCLUDED.reason, attempts = d.attempts + 1, failed_at = EXCLUDED.failed_at, resolved_at = NULL`,
  );
  await recordDeliveries(tx, [{ delivery, outcome: 'dead', reason, touched: [] }], now);
  return { delivery, outcome: 'dead' };
}
