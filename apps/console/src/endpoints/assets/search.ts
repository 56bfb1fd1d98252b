import { searchAssets } from '@slipway/contracts';
import { keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleAsset } from './present-console-asset.js';

export const endpoint = defineConsoleEndpoint(searchAssets, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: searchAssets, scope: project.id, query });
  const search = { text: query.q, assetType: query.asset_type, status: query.status };
  const assets = await services.reads.listAssets(project.id, search, page);
  const { rows, pagination } = page.end(assets, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { assets: rows.map(presentConsoleAsset), pagination };
});
