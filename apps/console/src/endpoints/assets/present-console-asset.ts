import type { AssetVersion, ConsoleAsset, ConsoleAssetDetail } from '@slipway/contracts';
import type { ApiReads, AssetDetailRecord, AssetRecord } from '@slipway/db';
import { isPreviewAllowed, sanitizeText, sanitizeUrl } from '@slipway/domain';
import { presentAsset, presentTime } from '@slipway/rest';
import { type People, presentActor, presentChangeLink } from '../../presenters.js';

export function presentConsoleAsset(asset: AssetRecord): ConsoleAsset {
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

type Surroundings = Awaited<ReturnType<ApiReads['findAssetSurroundings']>>;

export function presentConsoleAssetDetail(
  asset: AssetDetailRecord,
  { previewHosts, events, approvals }: Surroundings,
  people: People,
): ConsoleAssetDetail {
  return {
    ...presentConsoleAsset(asset),
    content_hash: asset.contentHash === null ? null : sanitizeText(asset.contentHash),
    reported_version: asset.reportedVersion,
    versions: events.map((event) => ({
      id: event.id,
      version: event.version,
      kind: event.kind,
      change: event.change && presentChangeLink(event.change, people),
      source: sanitizeText(event.source),
      provider: event.provider,
      actor: presentActor(people, event.actorUserId, event.actor),
      occurred_at: presentTime(event.occurredAt),
      preview: presentPreview(event.previewUrl, previewHosts),
    })),
    approvals: approvals.map((approval) => ({
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
