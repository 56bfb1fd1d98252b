import { getChange } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentChangeDetail } from '../../present/change.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getChange, async ({ project, params, services }) => {
  const id = parseLargeRowId(params.id);
  return presentChangeDetail(found(id === null ? null : await services.reads.findChange(project.id, id)));
});
