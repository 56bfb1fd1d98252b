import type { AssetVersion, ConsoleAsset, ConsoleAssetDetail } from '@slipway/contracts';
import type { ConsoleAssetDetailRecord, ConsoleAssetRecord } from '@slipway/db';
import { isPreviewAllowed, sanitizeText, sanitizeUrl } from '@slipway/domain';
import { presentAsset, presentTime } from '@slipway/rest';
import { type People, presentActor, presentChangeLink } from '../../presenters.js';

export function presentConsoleAsset(asset: ConsoleAssetRecord): ConsoleAsset {
  return {
    ...presentAsset(asset),
    size_bytes: asset.sizeBytes,
    last_event_at: presentTime(asset.lastEventAt),
  };
}

/** An address that would have to be changed to hide an email address no longer leads to the preview. */
function presentPreview(url: string | null, hosts: readonly string[]): AssetVersion['preview'] {
  if (url === null || sanitizeUrl(url) !== url) return null;
  return { url, is_allowed: isPreviewAllowed(url, hosts) };
}

export function presentConsoleAssetDetail(asset: ConsoleAssetDetailRecord, people: People): ConsoleAssetDetail {
  return {
    ...presentConsoleAsset(asset),
    content_hash: asset.contentHash === null ? null : sanitizeText(asset.contentHash),
    reported_version: asset.reportedVersion,
    versions: asset.events.map((event) => ({
      id: event.id,
      version: event.version,
      kind: event.kind,
      change: event.change && presentChangeLink(event.change, people),
      source: sanitizeText(event.source),
      provider: event.provider,
      actor: presentActor(people, event.actorUserId, event.actor),
      occurred_at: presentTime(event.occurredAt),
      preview: presentPreview(event.previewUrl, asset.project.previewHosts),
    })),
    approvals: asset.approvals.map((approval) => ({
      id: approval.id,
      status: approval.status,
      stage: sanitizeText(approval.approvalStage),
      asset_version: approval.assetVersion,
      commit_sha: sanitizeText(approval.commitSha),
      change: approval.change && presentChangeLink(approval.change, people),
      approver: people.nameOf(approval.approverUserId),
      comments: sanitizeText(approval.comments),
      created_at: presentTime(approval.createdAt),
      decided_at: presentTime(approval.decidedAt),
    })),
  };
}
