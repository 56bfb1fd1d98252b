import { randomUUID } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { applyDeliveries, type Database, findIntegrationContexts } from '@slipway/db';
import { normalize, withoutLog } from '@slipway/providers';
import { type Factories, testDelivery } from '@slipway/testing';
import { type MixedWebhook, mixedWebhooks } from './webhooks.js';

/** A project with an integration for each provider of the mix. */
export interface MixedProject {
  readonly id: number;
  readonly accountId: number;
  readonly integrations: Readonly<Record<string, number>>;
}

const PROVIDERS = ['jenkins', 'github', 'deployment', 'linear', 'game_engine'];

/** Creates the projects of the mix; in an empty database, they always get the same ids. */
export async function mixedProjects(make: Factories, count: number): Promise<MixedProject[]> {
  const { accountId } = await make.studio();
  const projects: MixedProject[] = [];
  for (let n = 0; n < count; n += 1) {
    const project = await make.project(accountId);
    const integrations: Record<string, number> = {};
    for (const provider of PROVIDERS) integrations[provider] = (await make.integration(project, provider)).id;
    projects.push({ ...project, integrations });
  }
  return projects;
}

/** A webhook as queued by ingest. */
export function toDelivery(project: MixedProject, webhook: MixedWebhook, receivedAt: number): Delivery {
  const { provider, endpoint, event, body } = webhook;
  return testDelivery({
    accountId: project.accountId,
    projectId: project.id,
    integrationId: project.integrations[provider] ?? 0,
    provider,
    path: `/webhooks/${endpoint}`,
    event,
    receivedAt,
    body: JSON.stringify(body),
  });
}

/** The first project gets half of the deliveries, which is a flood. */
function projectAt<T>(projects: readonly T[], n: number): T {
  const place = n % 2 === 0 ? 0 : 1 + (((n - 1) / 2) % (projects.length - 1));
  return projects[place] as T;
}

const DUPLICATE_EVERY = 20;

/**
 * This many deliveries, of which every twentieth duplicates an earlier one. A duplicate has the same time of receipt,
 * so that it does not matter which of the two takes effect.
 */
export function mixedDeliveries(projects: readonly MixedProject[], count: number): Delivery[] {
  const webhooks = new Map(projects.map((project) => [project, mixedWebhooks(count).values()]));
  const start = Date.now();
  const deliveries: Delivery[] = [];
  for (let n = 0; n < count; n += 1) {
    const duplicated = n % DUPLICATE_EVERY === DUPLICATE_EVERY - 1 ? deliveries[Math.floor(n / 2)] : undefined;
    const project = projectAt(projects, n);
    const webhook = webhooks.get(project)?.next().value;
    if (duplicated !== undefined) deliveries.push({ ...duplicated, id: randomUUID() });
    else if (webhook !== undefined) deliveries.push(toDelivery(project, webhook, start + n));
  }
  return deliveries;
}

const TOGETHER = 250;

/** Applies deliveries in order, without faults. */
export async function applyUndisturbed(database: Database, deliveries: readonly Delivery[]): Promise<void> {
  const integrationIds = [...new Set(deliveries.map(({ integrationId }) => integrationId))];
  const contexts = await findIntegrationContexts(database, integrationIds);
  for (let start = 0; start < deliveries.length; start += TOGETHER) {
    const batch = deliveries.slice(start, start + TOGETHER).map((delivery) => {
      const context = contexts.get(delivery.integrationId) ?? null;
      return { delivery, context, ...normalize(delivery, context) };
    });
    const options = { baseUrl: 'https://slipway.test', startedAt: Date.now(), withoutLog };
    await database.transaction((tx) => applyDeliveries(tx, batch, options));
  }
}
