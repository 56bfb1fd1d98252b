import type { ConsoleAsset, ConsoleAssetDetail } from '@slipway/contracts';
import type { ConsoleAssetDetailRecord, ConsoleAssetRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';
import { presentAsset, presentTime } from '@slipway/rest';
import { type NameOf, presentActor, presentChangeLink } from '../../presenters.js';

export function presentConsoleAsset(asset: ConsoleAssetRecord): ConsoleAsset {
  return {
    ...presentAsset(asset),
    size_bytes: asset.sizeBytes,
    last_event_at: presentTime(asset.lastEventAt),
  };
}

export function presentConsoleAssetDetail(asset: ConsoleAssetDetailRecord, nameOf: NameOf): ConsoleAssetDetail {
  return {
    ...presentConsoleAsset(asset),
    content_hash: asset.contentHash === null ? null : sanitizeText(asset.contentHash),
    reported_version: asset.reportedVersion,
    versions: asset.events.map((event) => ({
      id: event.id,
      version: event.version,
      kind: event.kind,
      change: event.change && presentChangeLink(event.change, nameOf),
      source: sanitizeText(event.source),
      provider: event.provider,
      actor: presentActor(nameOf, event.actorUserId, event.actor),
      occurred_at: presentTime(event.occurredAt),
    })),
    approvals: asset.approvals.map((approval) => ({
      id: approval.id,
      status: approval.status,
      stage: sanitizeText(approval.approvalStage),
      asset_version: approval.assetVersion,
      commit_sha: sanitizeText(approval.commitSha),
      change: approval.change && presentChangeLink(approval.change, nameOf),
      approver: nameOf(approval.approverUserId),
      comments: sanitizeText(approval.comments),
      created_at: presentTime(approval.createdAt),
      decided_at: presentTime(approval.decidedAt),
    })),
  };
}
