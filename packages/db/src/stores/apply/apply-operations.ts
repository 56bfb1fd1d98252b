import type { Queryable } from '../../sql.js';
import { updateGithub } from '../github/queue-updates.js';
import { notifyOfBuilds } from '../notifications/build-events.js';
import { applyAssets } from './assets/apply-assets.js';
import { applyBuilds, type FailureRequests } from './builds/apply-builds.js';
import { applyChanges } from './changes/apply-changes.js';
import { applyRefMoves } from './changes/ref-moves.js';
import { applyDeployments } from './deployments/apply-deployments.js';
import { linkDeployments } from './deployments/deployment-links.js';
import { withUsers } from './engine/find-users.js';
import { type DeliveryScope, ofKind, type ScopedOperation } from './engine/scoped-operation.js';
import { createTouchedRows, type TouchedRow } from './engine/touched-rows.js';
import { applyReferences } from './references/apply-references.js';

interface AppliedOperations {
  touchedBy(deliveryId: string): TouchedRow[];
  hasPurgedLog(deliveryId: string): boolean;
  /** Whether it describes something that retention has deleted. */
  isExpired(deliveryId: string): boolean;
  readonly requests: FailureRequests;
}

/**
 * Turns operations into rows. Kinds are always applied in the same order, so that concurrent transactions lock rows in
 * the same order. Returns the rows that each delivery touched, and the deliveries whose effects were left out because a
 * log had been purged or a row had expired.
 */
export async function applyOperations(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  baseUrl: string,
): Promise<AppliedOperations> {
  const known = await withUsers(tx, operations);
  const { touch, of } = createTouchedRows();
  const [purged, expired] = [new Set<string>(), new Set<string>()];
  const tracking = { touch, onExpired: ({ deliveryId }: DeliveryScope) => void expired.add(deliveryId) };
  const onPurgedLog = ({ deliveryId }: DeliveryScope) => void purged.add(deliveryId);
  const { builds, requests } = await applyBuilds(tx, known, { ...tracking, onPurgedLog });
  const changes = await applyChanges(tx, ofKind(known, 'change'), { ...tracking, baseUrl });
  await applyRefMoves(tx, ofKind(known, 'ref_move'), changes, touch);
  await applyAssets(tx, known, { changes, touch });
  await applyReferences(tx, ofKind(known, 'reference'), tracking);
  const deploymentIds = await applyDeployments(tx, ofKind(known, 'deployment'), tracking);
  await linkDeployments(tx, deploymentIds, builds, touch);
  // Last, because they lock the jobs and their updates until the transaction ends.
  await notifyOfBuilds(tx, builds);
  await updateGithub(tx, builds, changes);
  return {
    touchedBy: of,
    hasPurgedLog: (deliveryId) => purged.has(deliveryId),
    isExpired: (deliveryId) => expired.has(deliveryId),
    requests,
  };
}
