import { type HiddenPeople, redactText } from '../text/redact-text.js';
import { pageAt } from '../web/web-paths.js';
import { clip, type DescribeOptions, inline, type NotificationContent } from './message.js';

interface IntegrationFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly integration: { readonly id: number; readonly name: string; readonly provider: string };
}

/** What is known about deliveries that could not be applied. */
export interface DeadDeliveryFacts extends IntegrationFacts {
  /** One of them. */
  readonly delivery: { readonly id: string; readonly event: string; readonly reason: string };
  /** How many failed for the same reason. */
  readonly count: number;
}

/** What is known about an integration that no longer sends anything. */
export interface SilenceFacts extends IntegrationFacts {
  readonly hours: number;
  readonly lastDelivery: { readonly id: string; readonly at: Date };
}

const MAX_NAME = 100;
const MAX_REASON = 600;

const clean = (text: string, max: number, people?: HiddenPeople) => clip(redactText(inline(text), people), max);

function deliveriesPath(projectId: number, integrationId: number): string {
  const search = new URLSearchParams({ outcome: 'dead', integration_id: String(integrationId) });
  return `${pageAt('/projects/$projectId/deliveries', { projectId })}?${search}`;
}

/** Writes a notification about deliveries that could not be applied. */
export function describeDeadDelivery(
  { project, integration, delivery, count }: DeadDeliveryFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const name = clean(integration.name, MAX_NAME);
  const event = clean(delivery.event, MAX_NAME);
  const ids = { projectId: project.id, deliveryId: delivery.id };
  const link =
    count === 1
      ? { label: 'Open the delivery', url: baseUrl + pageAt('/projects/$projectId/deliveries/$deliveryId', ids) }
      : { label: 'Open the deliveries', url: baseUrl + deliveriesPath(project.id, integration.id) };
  return {
    type: 'delivery.dead',
    message: {
      tone: 'bad',
      title: `${count === 1 ? 'A delivery' : `${count} deliveries`} from ${name} could not be applied`,
      text: clean(delivery.reason, MAX_REASON),
      quote: null,
      facts: [
        { label: 'Integration', value: name, url: baseUrl + integrationPath(project.id, integration.id) },
        ...(event === '' ? [] : [{ label: 'Event', value: event }]),
      ],
      link,
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      integration: { id: integration.id, provider: integration.provider },
      delivery: { id: delivery.id, event, reason: clean(delivery.reason, MAX_REASON, people) },
      deliveries: count,
      url: link.url,
    },
  };
}

function integrationPath(projectId: number, integrationId: number): string {
  return pageAt('/projects/$projectId/integrations/$integrationId', { projectId, integrationId });
}

const LAST_AT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Writes a notification about an integration that has been silent for some hours. */
export function describeSilence(
  { project, integration, hours, lastDelivery }: SilenceFacts,
  { baseUrl }: DescribeOptions,
): NotificationContent {
  const name = clean(integration.name, MAX_NAME);
  const url = baseUrl + integrationPath(project.id, integration.id);
  return {
    type: 'integration.silent',
    message: {
      tone: 'bad',
      title: `${name} has been silent for ${hours === 1 ? 'an hour' : `${hours} hours`}`,
      text: `The last delivery arrived on ${LAST_AT.format(lastDelivery.at)} UTC. Check that the tool still sends its events to Slipway.`,
      quote: null,
      facts: [{ label: 'Integration', value: name, url }],
      link: { label: 'Open the integration', url },
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      integration: { id: integration.id, provider: integration.provider, url },
      silent_hours: hours,
      last_delivery: { id: lastDelivery.id, received_at: lastDelivery.at.toISOString() },
    },
  };
}
