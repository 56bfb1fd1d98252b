import type { AssetType, BuildType } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';

/** The delivery that an operation belongs to, and the project's defaults for what the operation omits. */
export interface DeliveryScope {
  readonly deliveryId: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly integrationId: number;
  readonly provider: string;
  /** The key of the delivery, or of the delivery it replays; empty for a report without a delivery. */
  readonly deliveryKey: string;
  readonly receivedAt: number;
  /** The delivery it replays, and when the replay was requested; absent on the first processing. */
  readonly replayOf?: string;
  readonly replayedAt?: number;
  readonly engine: BuildType;
  readonly approvalAssetTypes: readonly AssetType[];
  /** Whether anyone wants to be notified of what happens in the project. */
  readonly hasNotificationRules: boolean;
  /** Whether a search for a culprit may have requested builds of the project lately. */
  readonly hasCulpritSearch: boolean;
  /** Whether commit statuses or comments are written to GitHub for the project. */
  readonly updatesGithub: boolean;
}

export interface ScopedOperation<O extends Operation = Operation> {
  readonly scope: DeliveryScope;
  readonly operation: O;
}

export function ofKind<K extends Operation['kind']>(
  operations: readonly ScopedOperation[],
  kind: K,
): ScopedOperation<Extract<Operation, { kind: K }>>[] {
  type OfKind = ScopedOperation<Extract<Operation, { kind: K }>>;
  return operations.filter((scoped): scoped is OfKind => scoped.operation.kind === kind);
}
