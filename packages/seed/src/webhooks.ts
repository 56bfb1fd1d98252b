import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import {
  DIGEST_WINDOW_MS,
  type Provider,
  providers,
  type SampleDetails,
  sampleEventsOf,
  storedHeaders,
} from '@slipway/providers';
import { accountIds } from './people.js';
import { type IntegrationName, integrationId, integrations, projectIds, projects } from './projects.js';
import type { Random } from './random.js';
import { uuidAt } from './times.js';

/** A webhook of the story: one of a provider's sample events, about a subject of the story. */
export interface Webhook {
  integration: IntegrationName;
  /** The name of the sample event. */
  sample: string;
  /** When its tool sends it. */
  at: Date;
  details: Partial<SampleDetails>;
  /** Further fields of its body, and others than the sample has. */
  fields?: object;
  /** Set on a replay. */
  replay?: Delivery['replay'];
}

/** The names under which tools send requests. */
const AGENTS: Readonly<Record<string, string>> = {
  perforce: 'p4-trigger/2.1',
  github: 'GitHub-Hookshot/5f4c1d2',
  diversion: 'diversion-webhooks/1.0',
  lore: 'lore-relay/0.4',
  jenkins: 'curl/8.5.0',
  buildkite: 'Buildkite-Request',
  game_engine: 'UnrealEditor/5.6',
  deployment: 'store-upload/1.4',
  jira: 'Atlassian Webhook HTTP Client',
  linear: 'Linear-Webhook',
  trello: 'Trello/1.0',
  monday: 'monday.com',
  asana: 'Asana',
};

const NOTHING = { number: 1, job: '', title: '', author: '', file: '', log: '' };

const byId = new Map<string, Provider>(providers.map((provider) => [provider.id, provider]));
const samples = new Map(providers.map(({ id }) => [id as string, sampleEventsOf(id)]));

function requestOf({ integration, sample, at, details, fields }: Webhook, id: string) {
  const { provider: name } = integrations[integration];
  const provider = byId.get(name);
  const event = samples.get(name)?.find((candidate) => candidate.name === sample);
  if (provider === undefined || event === undefined) throw new Error(`${name} has no sample event ${sample}`);
  const now = at.getTime();
  const made = event.make({ ...NOTHING, id, subject: id, startedAt: now, now, ...details });
  const endpoint = provider.endpoints.find(({ path }) => path === made.path);
  if (endpoint === undefined) throw new Error(`${made.path} is no endpoint`);
  const headers = { 'content-type': 'application/json', 'user-agent': AGENTS[name], ...made.headers };
  return { provider, endpoint, headers, payload: { ...made.body, ...fields } };
}

/** The delivery as which ingest would have queued a webhook. */
export function toDelivery(random: Random, webhook: Webhook): Delivery {
  const { integration, at, replay } = webhook;
  const id = uuidAt(random, at);
  const { provider, endpoint, ...received } = requestOf(webhook, id);
  const { project } = integrations[integration];
  const body = JSON.stringify(received.payload);
  const sendersId = provider.deliveryId({ ...received, endpoint });
  return {
    id,
    accountId: accountIds[projects[project].account],
    projectId: projectIds[project],
    integrationId: integrationId(integration),
    provider: provider.id,
    path: `/webhooks/${endpoint.path}`,
    event: endpoint.event ?? provider.eventName({ ...received, endpoint }) ?? '',
    key: sendersId === null ? `${endpoint.path}:${hash('sha256', body, 'base64url')}` : `id:${sendersId}`,
    keyWindowMs: sendersId === null ? (provider.digestWindowMs ?? DIGEST_WINDOW_MS) : null,
    receivedAt: at.getTime(),
    headers: storedHeaders(received.headers),
    body,
    ...(replay === undefined ? {} : { replay }),
  };
}
