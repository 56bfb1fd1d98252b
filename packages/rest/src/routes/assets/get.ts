import { getAsset } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentAssetDetail } from './present-asset.js';

export const endpoint = defineEndpoint(getAsset, async ({ project, params, services }) => {
  const id = found(parseUuid(params.asset_id));
  return presentAssetDetail(found(await services.reads.findAsset(project.id, id)));
});
