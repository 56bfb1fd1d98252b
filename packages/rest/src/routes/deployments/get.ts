import { getDeployment } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentDeploymentDetail } from './present-deployment.js';

export const endpoint = defineEndpoint(getDeployment, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  const deployment = found(await services.reads.findDeployment(project.id, id));
  return presentDeploymentDetail(deployment, services.redactors.of(project));
});
