import { listConsoleDeployments } from '@slipway/contracts';
import { keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentConsoleDeployments } from './present-console-deployment.js';

export const endpoint = defineConsoleEndpoint(listConsoleDeployments, async ({ project, query, services }) => {
  const { reads, cursors } = services;
  const page = keysetPage(cursors, { list: listConsoleDeployments, scope: project.id, query });
  const { platform, status } = query;
  const found = await reads.listDeployments(project.id, { platform, status }, page);
  const { rows, pagination } = page.end(found, ({ createdAt, id }) => ({ at: createdAt, id }));
  const shown = await reads.findDeploymentOrigins(project.id, rows);
  return { deployments: await presentConsoleDeployments(services, project, shown), pagination };
});
