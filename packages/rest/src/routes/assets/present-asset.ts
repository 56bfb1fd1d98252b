import type { Asset, AssetDetail } from '@slipway/contracts';
import type { AssetDetailRecord, AssetRecord } from '@slipway/db';
import { sanitizePath, sanitizeText } from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';

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

export function presentAssetDetail(asset: AssetDetailRecord): AssetDetail {
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
