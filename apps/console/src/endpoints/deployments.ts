import {
  type ConsoleDeployment,
  getConsoleDeployment,
  listConsoleDeployments,
  listDeploymentLanes,
} from '@slipway/contracts';
import type { DeploymentOrigin, DeploymentRecord, ProjectRecord } from '@slipway/db';
import { parseUuid, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, presentDeployment, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { accountNames, presentActor, presentBuildLink, presentChangeLink } from '../presenters.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listConsoleDeployments, async ({ project, query, services }) => {
  const { reads, cursors } = services;
  const page = keysetPage(cursors, { list: listConsoleDeployments, scope: project.id, query });
  const { platform, status } = query;
  const found = await reads.listDeployments(project.id, { platform, status }, page);
  const { rows, pagination } = page.end(found, ({ createdAt, id }) => ({ at: createdAt, id }));
  const shown = await reads.findDeploymentOrigins(project.id, rows);
  return { deployments: await presentConsoleDeployments(services, project, shown), pagination };
});

export const lanes = defineConsoleEndpoint(listDeploymentLanes, async ({ project, services }) => {
  const { deployments, totals } = await services.reads.listDeploymentLanes(project.id);
  const shown = await services.reads.findDeploymentOrigins(project.id, deployments);
  return { deployments: await presentConsoleDeployments(services, project, shown), totals };
});

export const get = defineConsoleEndpoint(getConsoleDeployment, async ({ project, params, services }) => {
  const { reads } = services;
  const id = found(parseUuid(params.deployment_id));
  const deployment = found(await reads.findDeployment(project.id, id));
  const { change, history, integrationName } = await reads.findDeploymentSurroundings(project.id, deployment);
  const [shown] = await presentConsoleDeployments(services, project, [{ ...deployment, change }]);
  return {
    ...found(shown ?? null),
    notes: sanitizeText(deployment.notes),
    integration: { id: deployment.integrationId, name: integrationName },
    events: history.map(({ id: eventId, event, status, occurredAt }) => ({
      id: eventId,
      event: sanitizeText(event),
      status,
      occurred_at: presentTime(occurredAt),
    })),
  };
});

async function presentConsoleDeployments(
  services: ConsoleServices,
  project: ProjectRecord,
  deployments: readonly (DeploymentRecord & DeploymentOrigin)[],
): Promise<ConsoleDeployment[]> {
  const { reads, clock } = services;
  const builds = deployments.flatMap(({ build }) => build ?? []);
  const stale = await reads.findStaleBuilds(project.accountId, builds, clock.now());
  const nameOf = await accountNames(services, project.accountId);
  const people = { nameOf, redactor: services.redactors.of(project) };
  return deployments.map(({ build, change, ...deployment }) => ({
    ...presentDeployment(deployment, people.redactor),
    build_number: sanitizeText(deployment.buildNumber),
    build: build && presentBuildLink(build, stale, people.redactor),
    change: change && presentChangeLink(change, people),
    actor: presentActor(people, deployment.actorUserId, deployment.actor),
    status_at: presentTime(deployment.statusAt),
  }));
}
