import type { Deployment, DeploymentDetail } from '@slipway/contracts';
import type { DeploymentDetailRecord, DeploymentRecord } from '@slipway/db';
import { type Redactor, redactName, sanitizeText } from '@slipway/domain';
import { presentLinkedBuildRun } from '../../presenters/present-linked-build-run.js';
import { presentTime } from '../../presenters/present-time.js';

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

export function presentDeploymentDetail(deployment: DeploymentDetailRecord, redactor: Redactor): DeploymentDetail {
  const { build } = deployment;
  return {
    ...presentDeployment(deployment, redactor),
    build_run: build && presentLinkedBuildRun(build, redactor),
  };
}
