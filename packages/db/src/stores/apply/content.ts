import { assetStateOfCook, assetStateOfFile, sourceOfChange, sourceOfCook } from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { requestApprovals } from './asset-approvals.js';
import { applyAssetEvents } from './asset-events.js';
import { type AssetTouch, applyAssets } from './assets.js';
import { isIndexable } from './change-files.js';
import type { AppliedChanges } from './changes.js';
import type { ChangeKey } from './second-hand-changes.js';
import { ofKind, type ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

type ChangeOperation = ReturnType<typeof ofKind<'change'>>[number];

/** What the files of a change touch. One that it deletes is neither a new asset nor a new version of one. */
function touchesOfChange(
  { scope: told, operation }: ChangeOperation,
  { id: changeId, key: [integrationId, repository] }: { id: number; key: ChangeKey },
): AssetTouch[] {
  const scope = { ...told, integrationId };
  const { identifier, timestamp: at, author, files = [] } = operation;
  const commit = { sha: identifier, at, changeId };
  const shared = {
    scope,
    source: sourceOfChange(repository, identifier),
    at,
    actor: author?.label ?? '',
    actorUserId: author?.userId || null,
    commit,
  };
  return files.flatMap(({ path, action }) => {
    const state = action !== 'delete' && isIndexable(path) ? assetStateOfFile(path) : null;
    return state === null ? [] : [{ ...shared, path, state }];
  });
}

function touchesOfCooks(told: readonly ToldOperation[]): AssetTouch[] {
  return ofKind(told, 'asset_cooked')
    .filter(({ operation }) => isIndexable(operation.path))
    .map(({ scope, operation }) => ({
      scope,
      path: operation.path,
      state: assetStateOfCook(operation),
      source: sourceOfCook(operation),
      at: operation.at,
      actor: '',
      actorUserId: null,
      commit: null,
    }));
}

/** Applies what changes and cooks of a batch mean for assets: versions, events and requests for approval. */
export async function applyContent(
  tx: Queryable,
  told: readonly ToldOperation[],
  using: AppliedChanges & { touch: Touch },
): Promise<void> {
  const ofChanges = ofKind(told, 'change').flatMap((report) => {
    const change = using.changeOf(report);
    if (change === undefined || report.operation.trial) return [];
    return touchesOfChange(report, { id: change.id, key: using.keyOf(report) });
  });
  const assets = await applyAssets(tx, [...ofChanges, ...touchesOfCooks(told)]);
  if (assets.length === 0) return;
  for (const { asset, touches } of assets) for (const { scope } of touches) using.touch(scope, 'asset', asset.id);
  await applyAssetEvents(tx, assets);
  for (const { asset, id } of await requestApprovals(tx, assets)) using.touch(asset.scope, 'approval', id);
}
