import { getConsoleDeployment } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { findStaleOrigins, presentConsoleDeploymentDetail } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(
  getConsoleDeployment,
  async ({ project, account, params, services }) => {
    const id = found(parseUuid(params.deployment_id));
    const [deployment, nameOf] = await Promise.all([
      services.reads.findConsoleDeployment(project.id, id).then(found),
      accountNames(services, account.id),
    ]);
    const stale = await findStaleOrigins(services, account.id, [deployment]);
    const people = { nameOf, redactor: services.redactors.of(project) };
    return presentConsoleDeploymentDetail(deployment, people, stale);
  },
);
