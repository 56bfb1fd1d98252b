import { listDeploymentLanes } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleDeployments } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(listDeploymentLanes, async ({ project, services }) => {
  const { deployments, totals } = await services.reads.listDeploymentLanes(project.id);
  const shown = await services.reads.findDeploymentOrigins(project.id, deployments);
  return { deployments: await presentConsoleDeployments(services, project, shown), totals };
});
