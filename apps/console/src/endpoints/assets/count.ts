import { countAssets } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(countAssets, async ({ project, services }) => {
  const counts = await services.reads.countAssets(project.id);
  return {
    counts: counts.map(({ assetType, approvalStatus, count }) => ({
      asset_type: assetType,
      approval_status: approvalStatus,
      count,
    })),
  };
});
