import { listAssets, pageSize } from '@slipway/contracts';
import { presentAsset } from '../../present/asset.js';
import { cutPage } from '../../present/page.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listAssets, async ({ project, query, services }) => {
  const limit = pageSize(query.limit);
  const filter = { pendingApproval: query.pending_approval === true, assetType: query.asset_type };
  const { rows, hasMore } = cutPage(await services.reads.listAssets(project.id, filter, limit + 1), limit);
  return { assets: rows.map(presentAsset), pagination: { limit, has_more: hasMore } };
});
