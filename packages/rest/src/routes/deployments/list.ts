import { listDeployments } from '@slipway/contracts';
import type { DeploymentRecord } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentDeployment } from './present-deployment.js';

export const endpoint = defineEndpoint(listDeployments, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listDeployments, scope: project.id, query });
  const { status, platform, build_run_id: id, updated_since: updatedSince } = query;
  const buildRunId = id === undefined ? undefined : parseLargeRowId(id);
  // Text that is not an id matches no build run.
  const deployments: DeploymentRecord[] =
    buildRunId === null
      ? []
      : await services.reads.listDeployments(project.id, { status, platform, buildRunId, updatedSince }, page);
  const { rows, pagination } = page.end(deployments, (row) => ({ at: row.createdAt, id: row.id }));
  return { deployments: rows.map(presentDeployment), pagination };
});
