import { type AssetFields, type AssetState, mergeAssets, newId, PLAIN_COOK } from '@slipway/domain';
import type { Queryable } from '../../../sql.js';
import { iso, millisOf } from '../../../times.js';
import { weightedFields, weightsOf } from '../engine/field-weights.js';
import { type Merged, mergeRows } from '../engine/merge-rows.js';
import { defineMergedTable, keyText } from '../engine/merged-table.js';
import type { DeliveryScope } from '../engine/scoped-operation.js';

export interface TouchingCommit {
  readonly sha: string;
  readonly at: number;
  readonly changeId: number;
}

/** A report of an asset by a change or a cook, and the event it describes. */
export interface AssetReport {
  readonly scope: DeliveryScope;
  readonly path: string;
  readonly state: AssetState;
  readonly source: string;
  readonly at: number;
  readonly actor: string;
  readonly actorUserId: number | null;
  readonly previewUrl: string | null;
  /** Null for cooks. */
  readonly commit: TouchingCommit | null;
}

/** The row's versions before the batch. */
interface StoredVersions {
  readonly version: number;
  readonly eventCount: number;
  readonly lastEventAt: number | null;
}

/** The state of an asset; `stored` is null if the row is new. */
interface StoredAssetState extends AssetState {
  readonly stored: StoredVersions | null;
}

/** An asset that a batch reported. */
export type MergedAsset = Merged<StoredAssetState> & { readonly id: string };

/** An asset with its reports in a batch. */
export interface ReportedAsset {
  readonly asset: MergedAsset;
  readonly reports: readonly AssetReport[];
}

const FIELDS = ['name', 'assetType', 'contentHash', 'sizeBytes'] as const;

const assets = defineMergedTable({
  model: 'Asset',
  table: 'assets',
  idType: 'uuid',
  key: { projectId: 'int', path: 'text' },
  columns: {
    name: 'text',
    assetType: 'asset_type',
    contentHash: 'text',
    sizeBytes: 'bigint',
    reportedVersion: 'int',
    fieldWeights: 'jsonb',
  },
  initial: { version: 'int', eventCount: 'int', lastEventAt: 'timestamptz' },
  newId,
  merge: (a: StoredAssetState, b) => ({ ...mergeAssets(a, b), stored: a.stored ?? b.stored }),
  fromRow(row) {
    const { name, assetType, contentHash, sizeBytes, version, eventCount } = row;
    return {
      fields: weightedFields<AssetFields>({ name, assetType, contentHash, sizeBytes }, row.fieldWeights),
      reportedVersion: row.reportedVersion,
      stored: { version, eventCount, lastEventAt: millisOf(row.lastEventAt) },
    };
  },
  toRow({ fields, reportedVersion }) {
    return {
      name: fields.name?.value ?? '',
      assetType: fields.assetType?.value ?? 'model',
      contentHash: fields.contentHash?.value ?? null,
      sizeBytes: fields.sizeBytes?.value ?? null,
      reportedVersion,
      fieldWeights: weightsOf(fields, FIELDS),
    };
  },
});

/** The version of an asset with this many events. */
export function versionOf(eventCount: number, reportedVersion: number | null): number {
  return Math.max(1, eventCount, reportedVersion ?? 0);
}

/** A cook that names neither hash nor version creates no version. */
export function isVersion({ source }: { readonly source: string }): boolean {
  return source !== PLAIN_COOK;
}

function countVersions(reports: readonly AssetReport[]): number {
  const versions = reports.filter(isVersion);
  return versions.length <= 1 ? versions.length : new Set(versions.map(eventKey)).size;
}

/** Identifies an event within its asset. */
export function eventKey({ scope, source }: Pick<AssetReport, 'scope' | 'source'>): string {
  return keyText([scope.integrationId, source]);
}

/** New assets are inserted with the batch's versions, so that most are written only once. */
function initialVersions(reports: readonly AssetReport[], reportedVersion: number | null) {
  const eventCount = countVersions(reports);
  const lastEventAt = reports.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY);
  return { version: versionOf(eventCount, reportedVersion), eventCount, lastEventAt: iso(lastEventAt) };
}

/** Merges asset reports into their rows; returns each asset with its reports. */
export async function mergeAssetReports(tx: Queryable, reports: readonly AssetReport[]): Promise<ReportedAsset[]> {
  if (reports.length === 0) return [];
  const byKey = new Map<string, AssetReport[]>();
  for (const report of reports) {
    const key = keyText([report.scope.projectId, report.path]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [report]);
    else known.push(report);
  }
  const reported = reports.map(({ scope, path, state: { fields, reportedVersion } }) => ({
    key: [scope.projectId, path],
    scope,
    state: { fields, reportedVersion, stored: null },
  }));
  const merged = await mergeRows(tx, assets, reported, {
    initialRow: ({ state }, key) => initialVersions(byKey.get(key) ?? [], state.reportedVersion),
  });
  return [...merged].map(([key, asset]) => ({ asset: asset as MergedAsset, reports: byKey.get(key) ?? [] }));
}
