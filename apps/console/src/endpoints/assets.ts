import {
  type AssetVersion,
  type ConsoleAsset,
  type ConsoleAssetDetail,
  countAssets,
  getConsoleAsset,
  searchAssets,
} from '@slipway/contracts';
import type { ApiReads, AssetDetailRecord, AssetRecord } from '@slipway/db';
import { isPreviewAllowed, parseUuid, sanitizeText, sanitizeUrl } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, presentAsset, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import {
  accountNames,
  type People,
  presentActor,
  presentAssetApproval,
  presentChangeLink,
} from '../presenters.js';

export const search = defineConsoleEndpoint(searchAssets, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: searchAssets, scope: project.id, query });
  const search = { text: query.q, assetType: query.asset_type, status: query.status };
  const assets = await services.reads.listAssets(project.id, search, page);
  const { rows, pagination } = page.end(assets, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { assets: rows.map(presentConsoleAsset), pagination };
});

export const get = defineConsoleEndpoint(getConsoleAsset, async ({ project, account, params, services }) => {
  const id = found(parseUuid(params.asset_id));
  const asset = found(await services.reads.findAsset(project.id, id));
  const [around, nameOf] = await Promise.all([
    services.reads.findAssetSurroundings(asset),
    accountNames(services, account.id),
  ]);
  return presentConsoleAssetDetail(asset, around, { nameOf, redactor: services.redactors.of(project) });
});

export const count = defineConsoleEndpoint(countAssets, async ({ project, services }) => {
  const counts = await services.reads.countAssets(project.id);
  return {
    counts: counts.map(({ assetType, approvalStatus, count }) => ({
      asset_type: assetType,
      approval_status: approvalStatus,
      count,
    })),
  };
});

function presentConsoleAsset(asset: AssetRecord): ConsoleAsset {
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

function presentConsoleAssetDetail(
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
    approvals: approvals.map((approval) => presentAssetApproval(approval, people)),
  };
}
