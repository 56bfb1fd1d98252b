import type { Approval } from '@slipway/contracts';
import type { ApprovalRecord } from '@slipway/db';
import { sanitizePath, sanitizeText } from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';

export function presentApproval(approval: ApprovalRecord): Approval {
  return {
    id: approval.id,
    asset_id: approval.assetId,
    asset_name: sanitizePath(approval.assetName),
    commit_sha: sanitizeText(approval.commitSha),
    approval_stage: sanitizeText(approval.approvalStage),
    approval_type: approval.approvalType,
    status: approval.status,
    approver_user_id: approval.approverUserId,
    comments: sanitizeText(approval.comments),
    asset_version: approval.assetVersion,
    approved_at: presentTime(approval.approvedAt),
    denied_at: presentTime(approval.deniedAt),
    ignored_at: presentTime(approval.ignoredAt),
    decided_at: presentTime(approval.decidedAt),
    created_at: presentTime(approval.createdAt),
    updated_at: presentTime(approval.updatedAt),
  };
}
