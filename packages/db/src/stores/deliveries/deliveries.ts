import { type Delivery, LARGE_BODY_CHARACTERS, type LiveChange, type LiveKind } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { IntegrationContext } from '../../reads/integrations/integrations.js';
import { sideBySide } from '../../side-by-side.js';
import type { Queryable } from '../../sql.js';
import { applyOperations } from '../apply/apply-operations.js';
import type { FailureRequests } from '../apply/builds/apply-builds.js';
import { findRepeatsOfPurged } from '../apply/builds/purged-logs.js';
import { lockProjects } from '../apply/engine/lock-projects.js';
import type { ScopedOperation } from '../apply/engine/scoped-operation.js';
import type { TouchedRow } from '../apply/engine/touched-rows.js';
import { claimKeys, settleReplayed } from './delivery-keys.js';
import { type LedgerRun, recordDeliveries, type SettledDelivery } from './delivery-ledger.js';

/** A delivery after normalization: its operations, or why it has none. */
export interface NormalizedDelivery {
  readonly delivery: Delivery;
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly operations: readonly Operation[];
  /** Null if the integration no longer exists; then nothing can be applied. */
  readonly context: IntegrationContext | null;
}

interface ApplyOptions extends LedgerRun {
  readonly baseUrl: string;
  /** A delivery's body without the log, stored instead if the log was purged. */
  withoutLog(delivery: Delivery): string;
}

/** What a batch did, and what is left to do once its transaction has committed. */
export interface AppliedBatch {
  readonly settled: readonly SettledDelivery[];
  /** What failed builds ask for. */
  readonly requests: FailureRequests;
  /** For `announceCommitted`. */
  readonly changes: readonly LiveChange[];
}

/**
 * Applies a batch in the caller's transaction. Keys, effects and ledger rows are written together, so a delivery takes
 * effect exactly once, however often its job runs.
 */
export async function applyDeliveries(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  { baseUrl, withoutLog, ...run }: ApplyOptions,
): Promise<AppliedBatch> {
  const [hasProjects, { fresh, repeatedBy }] = await sideBySide(
    () => lockProjects(tx, batch.flatMap(scopedOperations), { isSmall: !batch.some(isLarge) }),
    () => claimKeys(tx, batch),
  );
  const operations = [...fresh].flatMap(scopedOperations);
  const { touchedBy, hasPurgedLog, isExpired, requests } = await applyOperations(tx, operations, {
    baseUrl,
    hasProjects,
  });
  const repeats = batch.filter((item) => !fresh.has(item) && hasLog(item)).map(({ delivery }) => delivery);
  const repeatsPurged = await findRepeatsOfPurged(tx, repeats);
  const rows = batch.map((item) => {
    const { outcome, reason } = item;
    const isPurged = fresh.has(item) ? hasPurgedLog(item.delivery.id) : repeatsPurged(item.delivery);
    const delivery = isPurged ? { ...item.delivery, body: withoutLog(item.delivery) } : item.delivery;
    if (!fresh.has(item)) {
      return { delivery, outcome: 'duplicate' as const, reason: `repeats ${repeatedBy(item)}`, touched: [] };
    }
    const touched = touchedBy(delivery.id);
    return { delivery, outcome, reason: isExpired(delivery.id) ? EXPIRED_REASON : reason, touched };
  });
  await sideBySide(
    () => settleReplayed(tx, fresh),
    () => recordDeliveries(tx, rows, run),
  );
  const settled = rows.map(({ delivery, outcome }) => ({ delivery, outcome }));
  return { settled, requests, changes: changesOf(rows) };
}

/** The reason of a delivery that would bring back what retention has deleted. */
export const EXPIRED_REASON = 'describes a time whose data is no longer retained';

const isLarge = ({ delivery }: NormalizedDelivery) => delivery.body.length > LARGE_BODY_CHARACTERS;

const hasLog = ({ operations }: NormalizedDelivery) =>
  operations.some((operation) => operation.kind === 'build_report' && operation.log !== undefined);

function changesOf(rows: readonly { delivery: Delivery; touched: readonly TouchedRow[] }[]): LiveChange[] {
  const kindsOf = new Map<number, Set<LiveKind>>();
  for (const { delivery, touched } of rows) {
    const kinds = kindsOf.get(delivery.projectId) ?? new Set<LiveKind>(['delivery']);
    for (const { kind } of touched) kinds.add(kind);
    kindsOf.set(delivery.projectId, kinds);
  }
  return [...kindsOf].map(([projectId, kinds]) => ({ project_id: projectId, kinds: [...kinds] }));
}

export function scopedOperations({ delivery, context, operations }: NormalizedDelivery): ScopedOperation[] {
  if (context === null) return [];
  const { id: deliveryId, accountId, projectId, integrationId, provider, receivedAt } = delivery;
  const { engine, approvalAssetTypes, hasNotificationRules, hasCulpritSearch, updatesGithub } = context;
  const scope = {
    deliveryId,
    deliveryKey: delivery.replay?.key ?? delivery.key,
    accountId,
    projectId,
    integrationId,
    provider,
    receivedAt,
    ...(delivery.replay && { replayOf: delivery.replay.of, replayedAt: delivery.replay.requestedAt }),
    engine,
    approvalAssetTypes,
    hasNotificationRules,
    hasCulpritSearch,
    updatesGithub,
  };
  return operations.map((operation) => ({ scope, operation }));
}
