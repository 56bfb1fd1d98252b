import { type Asset, type AssetDetail, getAsset, listAssets } from '@slipway/contracts';
import type { AssetDetailRecord, AssetRecord } from '@slipway/db';
import { parseUuid, sanitizePath, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { limitedPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';

export const get = defineEndpoint(getAsset, async ({ project, params, services }) => {
  const id = found(parseUuid(params.asset_id));
  return presentAssetDetail(found(await services.reads.findAsset(project.id, id)));
});

export const list = defineEarlyRead(listAssets, async (input) => {
  const { project, query, services } = input;
  const page = limitedPage(query.limit);
  const filter = { status: query.pending_approval ? 'pending' : undefined, assetType: query.asset_type } as const;
  return respondIfChanged(input, {
    list: listAssets,
    version: () => services.reads.findAssetPageVersion(project.id, filter, page),
    rows: () => services.reads.listAssets(project.id, filter, page),
    versionOf: ({ rowVersion }) => rowVersion,
    present(assets) {
      const { rows, pagination } = page.end(assets);
      return { assets: rows.map(presentAsset), pagination };
    },
  });
});

export function presentAsset(asset: AssetRecord): Asset {
  return {
    id: asset.id,
    project_id: asset.projectId,
    name: sanitizePath(asset.name),
    path: sanitizePath(asset.path),
    asset_type: asset.assetType,
    approval_status: asset.approvalStatus,
    version: asset.version,
    created_at: presentTime(asset.createdAt),
    updated_at: presentTime(asset.updatedAt),
  };
}

function presentAssetDetail(asset: AssetDetailRecord): AssetDetail {
  return {
    ...presentAsset(asset),
    approvals_history: asset.approvals.map((approval) => ({
      id: approval.id,
      status: approval.status,
      approver_user_id: approval.approverUserId,
      comments: sanitizeText(approval.comments),
      decided_at: presentTime(approval.decidedAt),
    })),
  };
}
