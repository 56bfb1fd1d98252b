import { listDeploymentLanes } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames } from '../../presenters.js';
import { findStaleOrigins, presentConsoleDeployment } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(listDeploymentLanes, async ({ project, account, services }) => {
  const [{ deployments, totals }, nameOf] = await Promise.all([
    services.reads.listDeploymentLanes(project.id),
    accountNames(services, account.id),
  ]);
  const stale = await findStaleOrigins(services, account.id, deployments);
  const people = { nameOf, redactor: services.redactors.of(project) };
  return { deployments: deployments.map((row) => presentConsoleDeployment(row, people, stale)), totals };
});
