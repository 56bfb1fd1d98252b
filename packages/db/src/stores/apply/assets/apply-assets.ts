import { assetStateOfCook, assetStateOfFile, sourceOfChange, sourceOfCook } from '@slipway/domain';
import { CHUNK, yieldToOthers } from '../../../chunks.js';
import type { Queryable } from '../../../sql.js';
import type { AppliedChange } from '../changes/apply-changes.js';
import { isIndexable } from '../changes/change-files.js';
import { type DeliveryScope, ofKind, type ScopedOperation } from '../engine/scoped-operation.js';
import type { Touch } from '../engine/touched-rows.js';
import { requestApprovals } from './asset-approvals.js';
import { applyAssetEvents } from './asset-events.js';
import { recordRemovals } from './asset-removals.js';
import { type AssetReport, mergeAssetReports } from './merged-assets.js';

type CookOperation = ReturnType<typeof ofKind<'asset_cooked'>>[number];

/** A path that an operation names. Its report is made later, because one change may name very many paths. */
interface NamedPath {
  readonly path: string;
  readonly by: Reporter;
}

interface Reporter {
  readonly scope: DeliveryScope;
  /** Null if the file is not an asset. */
  reportOf(path: string): AssetReport | null;
}

/** The paths of a change, except those of deleted files: a deletion creates no version, and is recorded apart. */
function pathsOfChange({ report, change, key: [integrationId, repository] }: AppliedChange): NamedPath[] {
  const { identifier, timestamp: at, author, files = [] } = report.operation;
  const scope = { ...report.scope, integrationId };
  const event = {
    scope,
    source: sourceOfChange(repository, identifier),
    at,
    actor: author?.label ?? '',
    actorUserId: author?.userId || null,
    previewUrl: null,
    commit: { sha: identifier, at, changeId: change.id },
  };
  const by: Reporter = {
    scope,
    reportOf(path) {
      const state = isIndexable(path) ? assetStateOfFile(path) : null;
      return state === null ? null : { ...event, path, state };
    },
  };
  return files.filter(({ action }) => action !== 'delete').map(({ path }) => ({ path, by }));
}

function pathOfCook({ scope, operation }: CookOperation): NamedPath {
  const { path, at, previewUrl = null } = operation;
  const nobody = { actor: '', actorUserId: null, commit: null };
  const event = { scope, path, source: sourceOfCook(operation), at, previewUrl, ...nobody };
  const reportOf = () => (isIndexable(path) ? { ...event, state: assetStateOfCook(operation) } : null);
  return { path, by: { scope, reportOf } };
}

/** The order in which every transaction handles assets, because each part locks its assets before the next part. */
function compareAssets(a: NamedPath, b: NamedPath): number {
  if (a.path === b.path) return a.by.scope.projectId - b.by.scope.projectId;
  return a.path < b.path ? -1 : 1;
}

const isSameAsset = (a: NamedPath | undefined, b: NamedPath | undefined) =>
  a?.path === b?.path && a?.by.scope.projectId === b?.by.scope.projectId;

/** Splits paths into parts of bounded size, without splitting an asset between two parts. */
function* partsOf(paths: NamedPath[]): Iterable<readonly NamedPath[]> {
  if (paths.length > CHUNK) paths.sort(compareAssets);
  let start = 0;
  while (start < paths.length) {
    let end = Math.min(start + CHUNK, paths.length);
    while (end < paths.length && isSameAsset(paths[end - 1], paths[end])) end += 1;
    yield paths.slice(start, end);
    start = end;
  }
}

/**
 * Applies a batch's changes and cooks to assets: versions, events and approval requests. It works in parts, because one
 * change may touch hundreds of thousands of assets.
 */
export async function applyAssets(
  tx: Queryable,
  operations: readonly ScopedOperation[],
  { changes, touch }: { changes: readonly AppliedChange[]; touch: Touch },
): Promise<void> {
  const landed = changes.filter(({ report }) => report.operation.trial !== true);
  const paths = landed.flatMap(pathsOfChange).concat(ofKind(operations, 'asset_cooked').map(pathOfCook));
  for (const part of partsOf(paths)) {
    const reports = part.flatMap(({ path, by }) => by.reportOf(path) ?? []);
    if (reports.length > 0) await applyReports(tx, reports, touch);
    else await yieldToOthers();
  }
  await recordRemovals(tx, landed);
}

async function applyReports(tx: Queryable, reports: readonly AssetReport[], touch: Touch): Promise<void> {
  const assets = await mergeAssetReports(tx, reports);
  for (const { asset, reports: own } of assets) for (const { scope } of own) touch(scope, 'asset', asset.id);
  const moved = await applyAssetEvents(tx, assets);
  if (moved.length > 0) {
    const reportsOf = new Map(assets.map(({ asset, reports: own }) => [asset.id, own]));
    for (const { id, assetId } of moved)
      for (const { scope } of reportsOf.get(assetId) ?? []) touch(scope, 'approval', id);
  }
  for (const { asset, id } of await requestApprovals(tx, assets)) touch(asset.scope, 'approval', id);
}
