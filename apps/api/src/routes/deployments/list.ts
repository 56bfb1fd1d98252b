import { listDeployments } from '@slipway/contracts';
import type { DeploymentRecord } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { closePage, openPage } from '../../paging.js';
import { presentDeployment } from '../../present/deployment.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listDeployments, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listDeployments, String(project.id), query);
  const buildRunId = query.build_run_id === undefined ? undefined : parseLargeRowId(query.build_run_id);
  const { status, platform, updated_since: updatedSince } = query;
  const matches: DeploymentRecord[] =
    buildRunId === null
      ? []
      : await services.reads.listDeployments(project.id, { status, platform, buildRunId, updatedSince }, page);
  const { rows, pagination } = closePage(page, matches, ({ createdAt, id }) => ({ at: createdAt.getTime(), id }));
  return { deployments: rows.map(presentDeployment), pagination };
});
