import { getAsset } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentAssetDetail } from '../../present/asset.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getAsset, async ({ project, params, services }) => {
  const id = parseUuid(params.asset_id);
  return presentAssetDetail(found(id === null ? null : await services.reads.findAsset(project.id, id)));
});
