import type { AssetType } from '@slipway/contracts';
import { type AssetFields, type AssetState, joinAssets, newId, PLAIN_COOK } from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { iso } from '../../times.js';
import { keyText, type Merged, type MergedTable, mergeRows } from './merge-rows.js';
import { fromTold, type ToldColumn, toTold } from './told.js';
import type { DeliveryScope } from './told-operation.js';

/** The commit that touched an asset. */
export interface TouchingCommit {
  readonly sha: string;
  readonly at: number;
  readonly changeId: number;
}

/** An operation that touches an asset: what it says of it, and the event it is. */
export interface AssetTouch {
  readonly scope: DeliveryScope;
  readonly path: string;
  readonly state: AssetState;
  readonly source: string;
  readonly at: number;
  readonly actor: string;
  readonly actorUserId: number | null;
  /** Null for cooks. */
  readonly commit: TouchingCommit | null;
}

/** What the row kept of the asset's events before the batch. */
export interface StoredVersions {
  readonly version: number;
  readonly eventCount: number;
  readonly lastEventAt: number | null;
}

/** The asset's state with what its row kept of events; null when the row is new. */
export interface StoredAssetState extends AssetState {
  readonly stored: StoredVersions | null;
}

/** An asset that a batch touched. */
export type MergedAsset = Merged<StoredAssetState> & { readonly id: string };

interface AssetRow {
  readonly name: string;
  readonly asset_type: AssetType;
  readonly content_hash: string | null;
  readonly size_bytes: number | null;
  readonly reported_version: number | null;
  readonly field_weights: ToldColumn;
  readonly version: number;
  readonly event_count: number;
  readonly last_event_at: Date | null;
}

const FIELDS = ['name', 'assetType', 'contentHash', 'sizeBytes'] as const;

function fromRow(row: AssetRow): StoredAssetState {
  const {
    name,
    asset_type: assetType,
    content_hash: contentHash,
    size_bytes: sizeBytes,
    field_weights: told,
  } = row;
  return {
    fields: fromTold<AssetFields>({ name, assetType, contentHash, sizeBytes }, told),
    toldVersion: row.reported_version,
    stored: {
      version: row.version,
      eventCount: row.event_count,
      lastEventAt: row.last_event_at?.getTime() ?? null,
    },
  };
}

/** The version of an asset that has so many events. */
export function versionOf(eventCount: number, toldVersion: number | null): number {
  return Math.max(1, eventCount, toldVersion ?? 0);
}

/** A cook that names neither hash nor version makes no version. */
export function isVersion({ source }: { readonly source: string }): boolean {
  return source !== PLAIN_COOK;
}

function countVersions(touches: readonly AssetTouch[]): number {
  const versions = touches.filter(isVersion);
  return versions.length <= 1 ? versions.length : new Set(versions.map(eventKey)).size;
}

/** New assets are written with the versions that the batch brings, so that most are written once. */
function tableFor(touches: ReadonlyMap<string, readonly AssetTouch[]>): MergedTable<StoredAssetState> {
  return {
    name: 'assets',
    idType: 'uuid',
    key: [
      ['project_id', 'int'],
      ['path', 'text'],
    ],
    columns: [
      ['name', 'text'],
      ['asset_type', 'asset_type'],
      ['content_hash', 'text'],
      ['size_bytes', 'bigint'],
      ['reported_version', 'int'],
      ['field_weights', 'jsonb'],
    ],
    counted: [
      ['version', 'int'],
      ['event_count', 'int'],
      ['last_event_at', 'timestamptz'],
    ],
    count: ({ state }, key) => {
      const own = touches.get(key) ?? [];
      const eventCount = countVersions(own);
      return {
        version: versionOf(eventCount, state.toldVersion),
        event_count: eventCount,
        last_event_at: iso(own.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY)),
      };
    },
    newId,
    join: (a, b) => ({ ...joinAssets(a, b), stored: a.stored ?? b.stored }),
    fromRow: (row) => fromRow(row as unknown as AssetRow),
    toRow({ fields, toldVersion }) {
      return {
        name: fields.name?.value ?? '',
        asset_type: fields.assetType?.value ?? null,
        content_hash: fields.contentHash?.value ?? null,
        size_bytes: fields.sizeBytes?.value ?? null,
        reported_version: toldVersion,
        field_weights: toTold(fields, FIELDS),
      };
    },
  };
}

/** What tells an asset's events apart. */
export function eventKey({ scope, source }: Pick<AssetTouch, 'scope' | 'source'>): string {
  return keyText([scope.integrationId, source]);
}

/** Joins touched assets into their rows; returns each with what touched it. */
export async function applyAssets(
  tx: Queryable,
  touches: readonly AssetTouch[],
): Promise<{ asset: MergedAsset; touches: readonly AssetTouch[] }[]> {
  if (touches.length === 0) return [];
  const byKey = new Map<string, AssetTouch[]>();
  for (const touch of touches) {
    const key = keyText([touch.scope.projectId, touch.path]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [touch]);
    else known.push(touch);
  }
  const told = touches.map(({ scope, path, state: { fields, toldVersion } }) => ({
    key: [scope.projectId, path],
    scope,
    state: { fields, toldVersion, stored: null },
  }));
  const merged = await mergeRows(tx, tableFor(byKey), told);
  return [...merged].map(([key, asset]) => ({ asset: asset as MergedAsset, touches: byKey.get(key) ?? [] }));
}
