import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { type Column, sql } from '../sql.js';
import { iso } from '../times.js';
import { loggedAt, storedKey } from './delivery-ledger.js';

/** A key as a delivery writes it. */
export const KEY_COLUMNS: readonly Column[] = [
  ['integration_id', 'int'],
  ['key', 'text'],
  ['delivery_id', 'uuid'],
  ['outcome', 'delivery_outcome'],
  ['received_at', 'timestamptz(3)'],
  ['expires_at', 'timestamptz(3)'],
];

/** A digest stands for a delivery only so long; an id of the sender's for as long as the log lives. */
export function toKeyRow({ delivery, outcome }: { delivery: Delivery; outcome: DeliveryOutcome }) {
  const { id, integrationId, key, keyWindowMs, receivedAt } = delivery;
  return {
    integration_id: integrationId,
    key: storedKey(key),
    delivery_id: id,
    outcome,
    received_at: iso(loggedAt(delivery)),
    expires_at: iso(keyWindowMs === null ? null : receivedAt + keyWindowMs),
  };
}

/**
 * Whether a delivery (`EXCLUDED`) may take a held key (`k`): from one that came to nothing, unless its own window was
 * over before that one came in, and once the key's window is over. What was buried by an earlier release has no end to
 * its window, but keys of one kind have windows of one length.
 */
export const isFree = sql`(k.outcome IN ('rejected', 'dead')
    AND k.received_at < COALESCE(EXCLUDED.expires_at, 'infinity'))
  OR COALESCE(k.expires_at, k.received_at + (EXCLUDED.expires_at - EXCLUDED.received_at)) <= EXCLUDED.received_at`;
