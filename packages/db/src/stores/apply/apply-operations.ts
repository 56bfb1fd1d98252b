import { inOrder, sideBySide } from '../../side-by-side.js';
import type { Queryable } from '../../sql.js';
import { updateGithub } from '../github/queue-updates.js';
import { applyLogEvents } from '../logs/apply-logs.js';
import { notifyOfBuilds } from '../notifications/build-events.js';
import { addTestUploads } from '../tests/test-uploads.js';
import { applyAssets } from './assets/apply-assets.js';
import { applyBuilds, type FailureRequests } from './builds/apply-builds.js';
import { type AppliedChange, applyChanges } from './changes/apply-changes.js';
import { applyRefMoves } from './changes/ref-moves.js';
import { applyDeployments } from './deployments/apply-deployments.js';
import { linkDeployments } from './deployments/deployment-links.js';
import { withUsers } from './engine/find-users.js';
import { type DeliveryScope, ofKind, type ScopedOperation } from './engine/scoped-operation.js';
import { type ApplyTracking, createTouchedRows, type TouchedRow } from './engine/touched-rows.js';
import { applyReferences } from './references/apply-references.js';

interface AppliedOperations {
  touchedBy(deliveryId: string): TouchedRow[];
  hasPurgedLog(deliveryId: string): boolean;
  /** Whether it describes something that retention has deleted. */
  isExpired(deliveryId: string): boolean;
  readonly requests: FailureRequests;
}

interface ApplyOperationsOptions {
  readonly baseUrl: string;
  /** Whether no other transaction applies anything to these projects meanwhile. */
  readonly hasProjects?: boolean;
}

/**
 * Turns operations into rows. A transaction that has its projects to itself applies the kinds side by side; others could
 * then wait for each other's rows. Returns the rows that each delivery touched, and the deliveries whose effects were left
 * out because a log had been purged or a row had expired.
 */
export async function applyOperations(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  { baseUrl, hasProjects = false }: ApplyOperationsOptions,
): Promise<AppliedOperations> {
  const run = hasProjects ? sideBySide : inOrder;
  const known = await withUsers(tx, operations);
  const { touch, of } = createTouchedRows();
  const [purged, expired] = [new Set<string>(), new Set<string>()];
  const tracking = { touch, onExpired: ({ deliveryId }: DeliveryScope) => void expired.add(deliveryId) };
  const onPurgedLog = ({ deliveryId }: DeliveryScope) => void purged.add(deliveryId);
  const [{ builds, requests }, changes, , deploymentIds] = await run(
    () => applyBuilds(tx, known, { ...tracking, onPurgedLog }),
    () => applyCommits(tx, known, { ...tracking, baseUrl, run }),
    () => applyReferences(tx, ofKind(known, 'reference'), tracking),
    () => applyDeployments(tx, ofKind(known, 'deployment'), tracking),
    () => addTestUploads(tx, ofKind(known, 'test_report')),
    () => applyLogEvents(tx, known),
  );
  // The last two lock the jobs and their updates until the transaction ends.
  await run(
    () => linkDeployments(tx, deploymentIds, builds, touch),
    () => notifyOfBuilds(tx, builds),
    () => updateGithub(tx, builds, changes),
  );
  return {
    touchedBy: of,
    hasPurgedLog: (deliveryId) => purged.has(deliveryId),
    isExpired: (deliveryId) => expired.has(deliveryId),
    requests,
  };
}

/** Applies changes, and what follows from them: moves of branches and tags, and versions of assets. */
async function applyCommits(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  { baseUrl, run, ...tracking }: ApplyTracking & { readonly baseUrl: string; readonly run: typeof inOrder },
): Promise<AppliedChange[]> {
  const changes = await applyChanges(tx, ofKind(operations, 'change'), { ...tracking, baseUrl });
  const { touch } = tracking;
  await run(
    () => applyRefMoves(tx, ofKind(operations, 'ref_move'), changes, touch),
    () => applyAssets(tx, operations, { changes, touch }),
  );
  return changes;
}
