import { listAssets } from '@slipway/contracts';
import { limitedPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentAsset } from './present-asset.js';

export const endpoint = defineEndpoint(listAssets, async (input) => {
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
