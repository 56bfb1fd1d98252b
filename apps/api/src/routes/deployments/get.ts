import { getDeployment } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentDeploymentDetail } from '../../present/deployment.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getDeployment, async ({ project, params, services }) => {
  const id = parseUuid(params.id);
  return presentDeploymentDetail(found(id === null ? null : await services.reads.findDeployment(project.id, id)));
});
