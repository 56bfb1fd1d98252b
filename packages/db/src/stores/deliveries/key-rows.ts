import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { rowsOf } from '../../rows-of.js';
import { type Sql, sql } from '../../sql.js';
import { iso } from '../../times.js';
import { loggedAt, storedKey } from './delivery-ledger.js';

/** A delivery, and its outcome if it is the first with its key. */
export interface ClaimingDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

/** A digest identifies a delivery only within its window; the sender's own id always identifies it. */
function toKeyRow({ delivery, outcome }: ClaimingDelivery) {
  const { id, integrationId, key, keyWindowMs, receivedAt } = delivery;
  return {
    integrationId,
    key: storedKey(key),
    deliveryId: id,
    outcome,
    receivedAt: iso(loggedAt(delivery)),
    expiresAt: iso(keyWindowMs === null ? null : receivedAt + keyWindowMs),
  };
}

/**
 * Inserts the keys of deliveries (`EXCLUDED`), or takes over a stored key (`k`) if its window is over, or if its
 * delivery was rejected or is dead, unless the new delivery's window had ended before that one was received.
 */
export function claimKeyRows(items: readonly ClaimingDelivery[]): Sql {
  const rows = rowsOf(items.map(toKeyRow), {
    integrationId: 'int',
    key: 'text',
    deliveryId: 'uuid',
    outcome: 'delivery_outcome',
    receivedAt: 'timestamptz(3)',
    expiresAt: 'timestamptz(3)',
  });
  return sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
    SELECT * FROM ${rows}
    ON CONFLICT (integration_id, key) DO UPDATE
      SET delivery_id = EXCLUDED.delivery_id, outcome = EXCLUDED.outcome, received_at = EXCLUDED.received_at,
        expires_at = EXCLUDED.expires_at
      WHERE (k.outcome IN ('rejected', 'dead') AND k.received_at < COALESCE(EXCLUDED.expires_at, 'infinity'))
        OR k.expires_at <= EXCLUDED.received_at`;
}
