import type { ConsoleDeployment, ConsoleDeploymentDetail } from '@slipway/contracts';
import type { ConsoleDeploymentDetailRecord, ConsoleDeploymentRecord } from '@slipway/db';
import { redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { type People, presentActor, presentBuildLink, presentChangeLink } from '../../presenters.js';
import type { ConsoleServices } from '../../services.js';

/** The builds behind deployments that no longer count as running. */
export function findStaleOrigins(
  { reads, clock }: ConsoleServices,
  accountId: number,
  deployments: readonly Pick<ConsoleDeploymentRecord, 'build'>[],
): Promise<ReadonlySet<number>> {
  const builds = deployments.flatMap(({ build }) => build ?? []);
  return reads.findStaleBuilds(accountId, builds, clock.now());
}

export function presentConsoleDeployment(
  deployment: ConsoleDeploymentRecord,
  people: People,
  stale: ReadonlySet<number>,
): ConsoleDeployment {
  const { build, change } = deployment;
  return {
    id: deployment.id,
    platform: deployment.platform,
    status: deployment.status,
    branch: redactName(deployment.branch, people.redactor),
    version: sanitizeText(deployment.version),
    external_id: sanitizeText(deployment.externalId),
    build_number: sanitizeText(deployment.buildNumber),
    build: build && presentBuildLink(build, stale, people.redactor),
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
  stale: ReadonlySet<number>,
): ConsoleDeploymentDetail {
  return {
    ...presentConsoleDeployment(deployment, people, stale),
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
