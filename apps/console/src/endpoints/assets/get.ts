import { getConsoleAsset } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { presentConsoleAssetDetail } from './present-console-asset.js';

export const endpoint = defineConsoleEndpoint(getConsoleAsset, async ({ project, account, params, services }) => {
  const id = found(parseUuid(params.asset_id));
  const asset = found(await services.reads.findAsset(project.id, id));
  const [around, nameOf] = await Promise.all([
    services.reads.findAssetSurroundings(asset),
    accountNames(services, account.id),
  ]);
  return presentConsoleAssetDetail(asset, around, { nameOf, redactor: services.redactors.of(project) });
});
