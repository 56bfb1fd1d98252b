import { listDeployments } from '@slipway/contracts';
import { parseLargeRowId } from '@slipway/domain';
import { keysetPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentDeployment } from './present-deployment.js';

export const endpoint = defineEndpoint(listDeployments, async (input) => {
  const { project, query, services } = input;
  const page = keysetPage(services.cursors, { list: listDeployments, scope: project.id, query });
  const { status, platform, build_run_id: id, updated_since: updatedSince } = query;
  const buildRunId = id === undefined ? undefined : parseLargeRowId(id);
  // Text that is not an id matches no build run.
  if (buildRunId === null) return { deployments: [], pagination: page.paginate(false, undefined) };
  const filter = { status, platform, buildRunId, updatedSince };
  return respondIfChanged(input, {
    list: listDeployments,
    version: () => services.reads.findDeploymentPageVersion(project.id, filter, page),
    rows: () => services.reads.listDeployments(project.id, filter, page),
    versionOf: ({ rowVersion }) => rowVersion,
    present(deployments) {
      const { rows, pagination } = page.end(deployments, (row) => ({ at: row.createdAt, id: row.id }));
      const redactor = services.redactors.of(project);
      return { deployments: rows.map((deployment) => presentDeployment(deployment, redactor)), pagination };
    },
  });
});
