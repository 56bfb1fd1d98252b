import type { ConsoleDeployment, ConsoleDeploymentDetail } from '@slipway/contracts';
import type { ConsoleDeploymentDetailRecord, ConsoleDeploymentRecord } from '@slipway/db';
import { redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { type People, presentActor, presentChangeLink } from '../../presenters.js';

export function presentConsoleDeployment(deployment: ConsoleDeploymentRecord, people: People): ConsoleDeployment {
  const { build, change } = deployment;
  return {
    id: deployment.id,
    platform: deployment.platform,
    status: deployment.status,
    branch: redactName(deployment.branch, people.redactor),
    version: sanitizeText(deployment.version),
    external_id: sanitizeText(deployment.externalId),
    build_number: sanitizeText(deployment.buildNumber),
    build: build && {
      id: String(build.id),
      job_name: redactName(build.jobName, people.redactor),
      number: sanitizeText(build.buildNumber),
      status: build.status,
    },
    change: change && presentChangeLink(change, people),
    actor: presentActor(people, deployment.actorUserId, deployment.actor),
    submitted_at: presentTime(deployment.submittedAt),
    deployed_at: presentTime(deployment.deployedAt),
    live_at: presentTime(deployment.liveAt),
    status_at: presentTime(deployment.statusAt),
    created_at: presentTime(deployment.createdAt),
  };
}

export function presentConsoleDeploymentDetail(
  deployment: ConsoleDeploymentDetailRecord,
  people: People,
): ConsoleDeploymentDetail {
  return {
    ...presentConsoleDeployment(deployment, people),
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
