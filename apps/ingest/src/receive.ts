import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { type Clock, hashToken } from '@slipway/domain';
import { eventOf, findProblem, type Provider, providers } from '@slipway/providers';
import { v7 as uuidv7 } from 'uuid';
import { readJsonBody } from './body.js';
import { type Refusal, refuse } from './refusal.js';
import { readWebhookToken } from './webhook-token.js';

/** The integration behind a token, as the door needs it. */
export interface Integration {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly provider: string;
  readonly active: boolean;
  readonly paused: boolean;
  readonly archived: boolean;
}

/** What receiving needs of the world. */
export interface ReceiveDeps {
  readonly clock: Clock;
  findIntegration(tokenHash: string): Promise<Integration | null>;
  /** Resolves once the delivery is durable. */
  publish(delivery: Delivery): Promise<void>;
  /** True when looking up failed because the database is away. */
  isLookupOutage(error: unknown): boolean;
}

/** A webhook request, whole. */
export interface WebhookRequest {
  readonly requestId: string;
  /** The path without its query string, such as /webhooks/ci. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export type Received =
  | { readonly accepted: { readonly status: 200 | 202; readonly deliveryId: string } }
  | { readonly refusal: Refusal };

const OUTAGE_RETRY_SECONDS = 2;

const byDoor = new Map<string, Provider>(
  providers.flatMap((provider) => provider.doors.map((door) => [`/webhooks/${door.path}`, provider] as const)),
);

/** The provider whose door this path is. */
export function providerAt(path: string): Provider | undefined {
  return byDoor.get(path);
}

/** Authenticates, validates, makes durable and answers: token, integration, project, body, in that order. */
export async function receive(provider: Provider, request: WebhookRequest, deps: ReceiveDeps): Promise<Received> {
  const receivedAt = deps.clock.now();
  const token = readWebhookToken(request, provider.tokenPlaces);
  if ('refusal' in token) return token;
  const admitted = await admit(provider, token.token, deps);
  if ('refusal' in admitted) return admitted;
  const parsed = readJsonBody(request.body);
  if ('refusal' in parsed) return parsed;
  const event =
    provider.eventName({ headers: request.headers, payload: parsed.payload, door: { path: '' } }) ?? '';
  const handled = eventOf(provider, event);
  const problem = handled === undefined ? null : findProblem(handled.schema, parsed.payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  const { integration } = admitted;
  const delivery: Delivery = {
    id: uuidv7({ msecs: receivedAt }),
    accountId: integration.accountId,
    projectId: integration.projectId,
    integrationId: integration.id,
    provider: provider.id,
    path: request.path,
    event,
    key: digestKey(request),
    receivedAt,
    requestId: request.requestId,
    contentType: request.headers['content-type'] ?? '',
    body: JSON.stringify(parsed.payload),
  };
  return publish(delivery, provider, deps);
}

async function admit(
  provider: Provider,
  token: string,
  deps: ReceiveDeps,
): Promise<{ integration: Integration } | { refusal: Refusal }> {
  let integration: Integration | null;
  try {
    integration = await deps.findIntegration(hashToken(token));
  } catch (error) {
    if (!deps.isLookupOutage(error)) throw error;
    return { refusal: { ...refuse('lookup_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
  if (integration === null || !integration.active || integration.provider !== provider.id) {
    return refuse('no_active_integration');
  }
  if (integration.archived) return refuse('project_archived');
  if (integration.paused) return refuse('project_paused');
  return { integration };
}

function digestKey({ path, body }: WebhookRequest): string {
  return `sha256:${createHash('sha256').update(path).update('\n').update(body).digest('hex')}`;
}

async function publish(delivery: Delivery, provider: Provider, deps: ReceiveDeps): Promise<Received> {
  try {
    await deps.publish(delivery);
  } catch {
    return { refusal: { ...refuse('queue_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
  return { accepted: { status: provider.acceptStatus, deliveryId: delivery.id } };
}
