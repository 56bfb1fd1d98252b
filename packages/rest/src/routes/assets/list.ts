import { listAssets } from '@slipway/contracts';
import { limitedPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentAsset } from './present-asset.js';

export const endpoint = defineEndpoint(listAssets, async ({ project, query, services }) => {
  const page = limitedPage(query.limit);
  const filter = { pendingApproval: query.pending_approval === true, assetType: query.asset_type };
  const { rows, pagination } = page.end(await services.reads.listAssets(project.id, filter, page));
  return { assets: rows.map(presentAsset), pagination };
});
