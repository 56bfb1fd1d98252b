import type { ConsoleDeployment } from '@slipway/contracts';
import type { DeploymentOrigin, DeploymentRecord, ProjectRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';
import { presentDeployment, presentTime } from '@slipway/rest';
import { accountNames, presentActor, presentBuildLink, presentChangeLink } from '../../presenters.js';
import type { ConsoleServices } from '../../services.js';

/** Presents deployments with the builds and changes behind them. */
export async function presentConsoleDeployments(
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
