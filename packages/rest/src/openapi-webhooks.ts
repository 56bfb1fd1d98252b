import { WEBHOOK_ERRORS, type WebhookErrorCode } from '@slipway/contracts';
import { sanitizeText } from '@slipway/domain';
import type { OpenApiPaths } from '@slipway/http';
import {
  type Provider,
  providers,
  type SampleDetails,
  type TokenPlace,
  type WebhookEndpoint,
} from '@slipway/providers';
import { providerTitle } from '@slipway/providers/setups';

type Json = Readonly<Record<string, unknown>>;

export const WEBHOOK_TAG = {
  name: 'Webhooks',
  description:
    'What tools send. The token of an integration, from its page in the console, belongs in the place that the ' +
    'operation names, or in the query parameter `token`. An event that is accepted is never lost or applied twice.',
};

const DETAILS: SampleDetails = {
  now: Date.UTC(2026, 10, 18, 9, 30),
  startedAt: Date.UTC(2026, 10, 18, 9, 12),
  id: '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37',
  subject: '0197f3c2-8a10-7b22-8c55-6d7e8f901234',
  number: 1848,
  job: 'Harbor-Win64',
  title: 'Move the crane',
  author: 'Jonas Berg',
  file: 'Content/Props/T_Crate.uasset',
  log: "Crane.cpp(12): error C2065: 'Hoist': undeclared identifier",
};

const PLACES: Readonly<Record<TokenPlace, string>> = {
  'x-service-token': 'the header `X-Service-Token`',
  'x-webhook-token': 'the header `X-Webhook-Token`',
  basic: 'the password of basic authentication',
  body: 'the field `token` of the body',
};

/** The webhook endpoints as paths of the OpenAPI document, each with examples of what its tool sends. */
export function webhookPaths(baseUrl: string): OpenApiPaths {
  const described = providers.flatMap((provider) =>
    provider.endpoints.map((endpoint) => [
      `/webhooks/${endpoint.path}`,
      { servers: [{ url: baseUrl }], post: operationOf(provider, endpoint) },
    ]),
  );
  return Object.fromEntries(described) as OpenApiPaths;
}

function operationOf(provider: Provider, endpoint: WebhookEndpoint) {
  const title = providerTitle(provider.id);
  const places = provider.tokenPlaces.map((place) => PLACES[place]);
  return {
    operationId: `receive_${endpoint.path.replaceAll(/\W/g, '_')}`,
    tags: [WEBHOOK_TAG.name],
    summary: `Receive ${endpoint.event === undefined ? 'events' : endpoint.event.replaceAll('_', ' ')} of ${title}`,
    description: `The token goes into ${[...places, 'the query parameter `token`'].join(' or ')}.`,
    externalDocs: { url: provider.docs, description: `What ${title} sends` },
    security: [{ webhookToken: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemaOf(provider, endpoint), examples: examplesOf(provider, endpoint) },
      },
    },
    responses: {
      [provider.acceptStatus]: received,
      ...(provider.acceptStatus === 200 ? {} : { 200: received }),
      ...errorResponses(),
    },
  };
}

/** A tool with more kinds of bodies documents them itself. */
const MAX_SCHEMAS = 3;

/** The fields that Slipway reads; a body may have any others. */
function schemaOf({ events }: Provider, { event }: WebhookEndpoint): object {
  const read = Object.entries(events).filter(([name]) => event === undefined || name === event);
  const distinct = [...new Set(read.map(([, { schema }]) => JSON.stringify(schema, plain)))];
  if (distinct.length > MAX_SCHEMAS) return { type: 'object' };
  const [only, ...others] = distinct.map((schema) => JSON.parse(schema) as object);
  return others.length === 0 ? (only ?? {}) : { type: 'object', anyOf: [only, ...others] };
}

/**
 * Writes the schema of a detail, which a body may also have in another type, as that of its usual type, and says that
 * objects may have other fields.
 */
function plain(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('detailList' in value) return { type: 'array', items: value.detailList };
  if ('detail' in value && Object.keys(value).length === 1) return plain(key, value.detail);
  return 'type' in value && value.type === 'object' ? { ...value, additionalProperties: true } : value;
}

/** No response of the API contains an email address, not even an invented one. */
function withoutAddresses(body: object): unknown {
  return JSON.parse(
    JSON.stringify(body, (_key, value) => (typeof value === 'string' ? sanitizeText(value) : value)),
  );
}

const pathEnd = (path: string) => path.slice(path.indexOf('/') + 1);

/** The sample events that a tool sends to this path, or to the path of the same purpose under another name. */
function examplesOf(provider: Provider, { path, event, example }: WebhookEndpoint) {
  if (example !== undefined)
    return { event: { summary: `An event of ${providerTitle(provider.id)}`, value: example } };
  const made = provider.sampleEvents.map(({ name, summary, make }) => ({ name, summary, event: make(DETAILS) }));
  const isSent = (to: string) =>
    event === undefined ? !to.includes('/') : to.includes('/') && pathEnd(to) === pathEnd(path);
  const shown = made.filter((sample) => isSent(sample.event.path));
  return Object.fromEntries(
    shown.map((sample) => [sample.name, { summary: sample.summary, value: withoutAddresses(sample.event.body) }]),
  );
}

const json = (schema: object, example: unknown) => ({ content: { 'application/json': { schema, example } } });

const Received = {
  type: 'object',
  required: ['status', 'delivery_id'],
  properties: {
    status: { type: 'string', enum: ['accepted', 'duplicate'] },
    delivery_id: { type: 'string', format: 'uuid' },
  },
};

const received: Json = {
  description: 'The event is stored, or it was stored before: then the id is that of the first delivery.',
  ...json(Received, { status: 'accepted', delivery_id: DETAILS.id }),
};

const codes = Object.keys(WEBHOOK_ERRORS) as WebhookErrorCode[];

function errorResponses(): Json {
  const byStatus = new Map<number, WebhookErrorCode[]>();
  for (const code of codes) {
    const { status } = WEBHOOK_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, errorResponse(some)]));
}

function errorResponse(some: readonly WebhookErrorCode[]): Json {
  const [first = 'internal_error'] = some;
  const schema = {
    type: 'object',
    required: ['error', 'message'],
    properties: { error: { type: 'string', enum: some }, message: { type: 'string' } },
  };
  return {
    description: some.map((code) => `\`${code}\`: ${WEBHOOK_ERRORS[code].message}`).join('\n\n'),
    ...json(schema, { error: first, message: WEBHOOK_ERRORS[first].message }),
  };
}
