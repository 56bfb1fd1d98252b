import type { Delivery } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { IntegrationContext } from '../reads/integrations.js';
import type { Queryable } from '../sql.js';
import { applyOperations } from './apply/operations.js';
import { lockProjects } from './apply/project-locks.js';
import type { ToldOperation } from './apply/told-operation.js';
import { claimKeys, settleRepeated } from './delivery-keys.js';
import { type LedgerRun, recordDeliveries, type SettledDelivery } from './delivery-ledger.js';

/** A delivery as normalizing left it: what it means, or why it means nothing. */
export interface NormalizedDelivery {
  readonly delivery: Delivery;
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly operations: readonly Operation[];
  /** Null when the integration is gone; nothing can be applied for it then. */
  readonly context: IntegrationContext | null;
}

/**
 * Applies a batch in the caller's transaction: keys are claimed, effects written and the ledger kept together, so a
 * delivery takes effect exactly once however often its job runs.
 */
export async function applyDeliveries(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  { baseUrl, ...run }: LedgerRun & { baseUrl: string },
): Promise<SettledDelivery[]> {
  await lockProjects(tx, batch.flatMap(toTold));
  const { fresh, repeatedBy } = await claimKeys(tx, batch);
  const touchedBy = await applyOperations(tx, [...fresh].flatMap(toTold), baseUrl);
  const lines = batch.map((item) => {
    const { delivery, outcome, reason } = item;
    if (!fresh.has(item)) {
      return { delivery, outcome: 'duplicate' as const, reason: `repeats ${repeatedBy(item)}`, touched: [] };
    }
    return { delivery, outcome, reason, touched: touchedBy(delivery.id) };
  });
  await settleRepeated(tx, fresh);
  await recordDeliveries(tx, lines, run);
  return lines.map(({ delivery, outcome }) => ({ delivery, outcome }));
}

/** The operations of a delivery with its scope. */
export function toTold({ delivery, context, operations }: NormalizedDelivery): ToldOperation[] {
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
    ...(delivery.replay === undefined ? {} : { replayedAt: delivery.replay.requestedAt }),
    engine,
    approvalAssetTypes,
  };
  return operations.map((operation) => ({ scope, operation }));
}
