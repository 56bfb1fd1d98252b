import { getBuildRun } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentBuildRunDetail } from './present-build-run.js';

export const endpoint = defineEndpoint(getBuildRun, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.build_run_id));
  const run = found(await services.reads.findBuildRun(project.id, id));
  return presentBuildRunDetail(run, services.redactors.of(project));
});
