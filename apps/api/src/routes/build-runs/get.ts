import { getBuildRun } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentBuildRunDetail } from '../../present/build-run.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getBuildRun, async ({ project, params, services }) => {
  const id = parseLargeRowId(params.build_run_id);
  return presentBuildRunDetail(found(id === null ? null : await services.reads.findBuildRun(project.id, id)));
});
