import type { ConsoleDeployment, ConsoleDeploymentDetail } from '@slipway/contracts';
import type { ConsoleDeploymentDetailRecord, ConsoleDeploymentRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { type NameOf, presentActor, presentChangeLink } from '../../presenters.js';

export function presentConsoleDeployment(deployment: ConsoleDeploymentRecord, nameOf: NameOf): ConsoleDeployment {
  const { build, change } = deployment;
  return {
    id: deployment.id,
    platform: deployment.platform,
    status: deployment.status,
    branch: sanitizeText(deployment.branch),
    version: sanitizeText(deployment.version),
    external_id: sanitizeText(deployment.externalId),
    build_number: sanitizeText(deployment.buildNumber),
    build: build && {
      id: String(build.id),
      job_name: sanitizeText(build.jobName),
      number: sanitizeText(build.buildNumber),
      status: build.status,
    },
    change: change && presentChangeLink(change, nameOf),
    actor: presentActor(nameOf, deployment.actorUserId, deployment.actor),
    submitted_at: presentTime(deployment.submittedAt),
    deployed_at: presentTime(deployment.deployedAt),
    live_at: presentTime(deployment.liveAt),
    status_at: presentTime(deployment.statusAt),
    created_at: presentTime(deployment.createdAt),
  };
}

export function presentConsoleDeploymentDetail(
  deployment: ConsoleDeploymentDetailRecord,
  nameOf: NameOf,
): ConsoleDeploymentDetail {
  return {
    ...presentConsoleDeployment(deployment, nameOf),
    external_build_id: sanitizeText(deployment.externalBuildId),
    notes: sanitizeText(deployment.notes),
    integration: { id: deployment.integrationId, name: deployment.integrationName },
    events: deployment.history.map(({ id, event, status, occurredAt }) => ({
      id,
      event: sanitizeText(event),
      status,
      occurred_at: presentTime(occurredAt),
    })),
  };
}
