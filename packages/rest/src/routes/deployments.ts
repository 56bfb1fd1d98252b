import { type Deployment, type DeploymentDetail, getDeployment, listDeployments } from '@slipway/contracts';
import type { DeploymentDetailRecord, DeploymentRecord } from '@slipway/db';
import { parseLargeRowId, parseUuid, type Redactor, redactName, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';
import { presentLinkedBuildRun } from './builds.js';

export const get = defineEndpoint(getDeployment, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  const deployment = found(await services.reads.findDeployment(project.id, id));
  return presentDeploymentDetail(deployment, services.redactors.of(project));
});

export const list = defineEarlyRead(listDeployments, async (input) => {
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

export function presentDeployment(deployment: DeploymentRecord, redactor: Redactor): Deployment {
  return {
    id: deployment.id,
    platform: deployment.platform,
    status: deployment.status,
    branch: redactName(deployment.branch, redactor),
    version: sanitizeText(deployment.version),
    external_id: sanitizeText(deployment.externalId),
    external_build_id: sanitizeText(deployment.externalBuildId),
    build_run_id: deployment.buildRunId === null ? null : String(deployment.buildRunId),
    integration_id: deployment.integrationId,
    submitted_at: presentTime(deployment.submittedAt),
    deployed_at: presentTime(deployment.deployedAt),
    live_at: presentTime(deployment.liveAt),
    created_at: presentTime(deployment.createdAt),
    updated_at: presentTime(deployment.updatedAt),
  };
}

function presentDeploymentDetail(deployment: DeploymentDetailRecord, redactor: Redactor): DeploymentDetail {
  const { build } = deployment;
  return {
    ...presentDeployment(deployment, redactor),
    build_run: build && presentLinkedBuildRun(build, redactor),
  };
}
