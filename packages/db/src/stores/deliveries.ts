import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { IntegrationContext } from '../reads/integrations.js';
import { type Queryable, query, sql } from '../sql.js';
import { applyOperations } from './apply/operations.js';
import { lockProjects } from './apply/project-locks.js';
import type { ToldOperation } from './apply/told-operation.js';
import { recordDeliveries } from './delivery-ledger.js';

/** A delivery as normalizing left it: what it means, or why it means nothing. */
export interface NormalizedDelivery {
  readonly delivery: Delivery;
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly operations: readonly Operation[];
  /** Null when the integration is gone; nothing can be applied for it then. */
  readonly context: IntegrationContext | null;
}

/** What became of a delivery. */
export interface SettledDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

const identity = (integrationId: number, key: string) => JSON.stringify([integrationId, key]);

/**
 * Applies a batch in the caller's transaction: keys are claimed, effects written and the ledger kept together, so a
 * delivery takes effect exactly once however often its job runs.
 */
export async function applyDeliveries(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  { baseUrl, startedAt }: { baseUrl: string; startedAt: number },
): Promise<SettledDelivery[]> {
  await lockProjects(tx, batch.flatMap(toTold));
  const fresh = await claim(tx, batch);
  const touchedBy = await applyOperations(tx, [...fresh].flatMap(toTold), baseUrl);
  const settled = batch.map((item) => ({
    item,
    delivery: item.delivery,
    outcome: fresh.has(item) ? item.outcome : ('duplicate' as const),
  }));
  await recordDeliveries(
    tx,
    settled.map(({ item, outcome }) => ({
      delivery: item.delivery,
      outcome,
      reason: item.reason,
      touched: outcome === 'duplicate' ? [] : touchedBy(item.delivery.id),
    })),
    startedAt,
  );
  return settled.map(({ delivery, outcome }) => ({ delivery, outcome }));
}

function toTold({ delivery, context, operations }: NormalizedDelivery): ToldOperation[] {
  if (context === null) return [];
  const { id: deliveryId, accountId, projectId, integrationId, provider, receivedAt } = delivery;
  const { engine, approvalAssetTypes } = context;
  const scope = {
    deliveryId,
    accountId,
    projectId,
    integrationId,
    provider,
    receivedAt,
    engine,
    approvalAssetTypes,
  };
  return operations.map((operation) => ({ scope, operation }));
}

/** The deliveries whose key nobody holds; a key held by one that ended rejected or dead is taken over. */
async function claim(tx: Queryable, batch: readonly NormalizedDelivery[]): Promise<Set<NormalizedDelivery>> {
  const first = new Map<string, NormalizedDelivery>();
  for (const item of batch) {
    const key = identity(item.delivery.integrationId, item.delivery.key);
    if (!first.has(key)) first.set(key, item);
  }
  const items = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const claimed = await query<{ integrationId: number; key: string }>(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
        SELECT * FROM unnest(${items.map(({ delivery }) => delivery.integrationId)}::int[],
          ${items.map(({ delivery }) => delivery.key)}::text[], ${items.map(({ delivery }) => delivery.id)}::uuid[],
          ${items.map(({ outcome }) => outcome)}::delivery_outcome[],
          ${items.map(({ delivery }) => new Date(delivery.receivedAt))}::timestamptz(3)[],
          ${items.map(({ delivery }) => expiryOf(delivery))}::timestamptz(3)[])
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = EXCLUDED.outcome, received_at = EXCLUDED.received_at,
            expires_at = EXCLUDED.expires_at
          WHERE k.outcome IN ('rejected', 'dead') OR k.expires_at <= EXCLUDED.received_at
        RETURNING integration_id AS "integrationId", key`,
  );
  return new Set(claimed.flatMap(({ integrationId, key }) => first.get(identity(integrationId, key)) ?? []));
}

/** A digest stands for a delivery only so long; an id of the sender's for as long as the log lives. */
function expiryOf({ receivedAt, keyWindowMs }: Delivery): Date | null {
  return keyWindowMs === null ? null : new Date(receivedAt + keyWindowMs);
}
