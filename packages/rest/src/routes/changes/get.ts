import { getChange } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentChangeDetail } from './present-change.js';

export const endpoint = defineEndpoint(getChange, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.id));
  const change = found(await services.reads.findChange(project.id, id));
  return presentChangeDetail(change, services.redactors.of(project));
});
