import { assetStateOfCook, assetStateOfFile, sourceOfChange, sourceOfCook } from '@slipway/domain';
import { CHUNK, yieldToOthers } from '../../chunks.js';
import type { Queryable } from '../../sql.js';
import { requestApprovals } from './asset-approvals.js';
import { applyAssetEvents } from './asset-events.js';
import { type AssetTouch, applyAssets } from './assets.js';
import { isIndexable } from './change-files.js';
import type { AppliedChanges } from './changes.js';
import type { ChangeKey } from './second-hand-changes.js';
import { type DeliveryScope, ofKind, type ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

type ChangeOperation = ReturnType<typeof ofKind<'change'>>[number];
type CookOperation = ReturnType<typeof ofKind<'asset_cooked'>>[number];

/** A path that an operation names, and how to tell what it touches there. */
interface NamedPath {
  readonly path: string;
  readonly by: Teller;
}

interface Teller {
  readonly scope: DeliveryScope;
  /** Null when what lies there is no asset. */
  touchOf(path: string): AssetTouch | null;
}

/** What the files of a change touch. One that it deletes is neither a new asset nor a new version of one. */
function pathsOfChange(
  { scope: told, operation }: ChangeOperation,
  { id: changeId, key: [integrationId, repository] }: { id: number; key: ChangeKey },
): NamedPath[] {
  const scope = { ...told, integrationId };
  const { identifier, timestamp: at, author, files = [] } = operation;
  const source = sourceOfChange(repository, identifier);
  const actor = author?.label ?? '';
  const actorUserId = author?.userId || null;
  const commit = { sha: identifier, at, changeId };
  const by: Teller = {
    scope,
    touchOf(path) {
      const state = isIndexable(path) ? assetStateOfFile(path) : null;
      return state === null ? null : { scope, path, state, source, at, actor, actorUserId, commit };
    },
  };
  return files.filter(({ action }) => action !== 'delete').map(({ path }) => ({ path, by }));
}

function pathOfCook({ scope, operation }: CookOperation): NamedPath {
  const { path, at } = operation;
  const cook = { scope, path, source: sourceOfCook(operation), at, actor: '', actorUserId: null, commit: null };
  const touchOf = () => (isIndexable(path) ? { ...cook, state: assetStateOfCook(operation) } : null);
  return { path, by: { scope, touchOf } };
}

/** In an order that concurrent transactions share, since each part locks its assets before the next one does. */
function inOrder(a: NamedPath, b: NamedPath): number {
  if (a.path === b.path) return a.by.scope.projectId - b.by.scope.projectId;
  return a.path < b.path ? -1 : 1;
}

const isSameAsset = (a: NamedPath | undefined, b: NamedPath | undefined) =>
  a?.path === b?.path && a?.by.scope.projectId === b?.by.scope.projectId;

/** Parts of bounded size that have no asset in common. */
function* partsOf(paths: NamedPath[]): Iterable<readonly NamedPath[]> {
  if (paths.length > CHUNK) paths.sort(inOrder);
  let start = 0;
  while (start < paths.length) {
    let end = Math.min(start + CHUNK, paths.length);
    while (end < paths.length && isSameAsset(paths[end - 1], paths[end])) end += 1;
    yield paths.slice(start, end);
    start = end;
  }
}

/**
 * Applies what changes and cooks of a batch mean for assets: versions, events and requests for approval. Part by part,
 * since a single change may touch hundreds of thousands.
 */
export async function applyContent(
  tx: Queryable,
  told: readonly ToldOperation[],
  using: AppliedChanges & { touch: Touch },
): Promise<void> {
  const ofChanges = ofKind(told, 'change').flatMap((report) => {
    const change = using.changeOf(report);
    if (change === undefined || report.operation.trial) return [];
    return pathsOfChange(report, { id: change.id, key: using.keyOf(report) });
  });
  const paths = ofChanges.concat(ofKind(told, 'asset_cooked').map(pathOfCook));
  for (const part of partsOf(paths)) {
    const touches = part.flatMap(({ path, by }) => by.touchOf(path) ?? []);
    if (touches.length > 0) await applyTouches(tx, touches, using.touch);
    else await yieldToOthers();
  }
}

async function applyTouches(tx: Queryable, touches: readonly AssetTouch[], touch: Touch): Promise<void> {
  const assets = await applyAssets(tx, touches);
  for (const { asset, touches: own } of assets) for (const { scope } of own) touch(scope, 'asset', asset.id);
  const moved = await applyAssetEvents(tx, assets);
  if (moved.length > 0) {
    const touchesOf = new Map(assets.map(({ asset, touches: own }) => [asset.id, own]));
    for (const { id, assetId } of moved)
      for (const { scope } of touchesOf.get(assetId) ?? []) touch(scope, 'approval', id);
  }
  for (const { asset, id } of await requestApprovals(tx, assets)) touch(asset.scope, 'approval', id);
}
