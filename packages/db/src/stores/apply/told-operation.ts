import type { AssetType, BuildType } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';

/** Whose operation it is, what delivery told it, and what the project lends to what it leaves open. */
export interface DeliveryScope {
  readonly deliveryId: string;
  readonly accountId: number;
  readonly projectId: number;
  readonly integrationId: number;
  readonly provider: string;
  readonly receivedAt: number;
  /** When it was asked to be processed again; absent the first time. */
  readonly replayedAt?: number;
  readonly engine: BuildType;
  readonly approvalAssetTypes: readonly AssetType[];
}

/** An operation with the scope of its delivery. */
export interface ToldOperation<O extends Operation = Operation> {
  readonly scope: DeliveryScope;
  readonly operation: O;
}

/** The operations of one kind. */
export function ofKind<K extends Operation['kind']>(
  told: readonly ToldOperation[],
  kind: K,
): ToldOperation<Extract<Operation, { kind: K }>>[] {
  return told.filter(({ operation }) => operation.kind === kind) as ToldOperation<
    Extract<Operation, { kind: K }>
  >[];
}
