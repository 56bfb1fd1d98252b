import { getConsoleDeployment } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { presentConsoleDeploymentDetail } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(
  getConsoleDeployment,
  async ({ project, account, params, services }) => {
    const id = found(parseUuid(params.deployment_id));
    const [deployment, nameOf] = await Promise.all([
      services.reads.findConsoleDeployment(project.id, id),
      accountNames(services, account.id),
    ]);
    const people = { nameOf, redactor: services.redactors.of(project) };
    return presentConsoleDeploymentDetail(found(deployment), people);
  },
);
