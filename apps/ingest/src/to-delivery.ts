import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { DIGEST_WINDOW_MS, eventOf, findProblem, storedHeaders, type WebhookEndpoint } from '@slipway/providers';
import { type Admitted, type Refused, refuse } from './admission.js';
import type { Integration } from './directory.js';
import { MAX_ID_LENGTH } from './limits.js';
import type { ReadBody } from './request-body.js';
import type { ProviderEndpoint, WebhookRequest } from './webhook-request.js';

/** A request of an integration that may send, with its body. */
export interface AdmittedWebhook extends ProviderEndpoint, Admitted {
  readonly request: WebhookRequest;
  readonly body: Buffer;
  readonly receivedAt: number;
}

/** Builds the delivery, or refuses a body that the provider's schema does not allow. */
export function toDelivery(webhook: AdmittedWebhook, { payload, json }: ReadBody): Delivery | Refused {
  const { provider, endpoint, integration, request, body, receivedAt } = webhook;
  const { id, path, headers } = request;
  const received = { headers, payload, endpoint };
  const event = endpoint.event ?? provider.eventName(received);
  if (event === null) return refuse('malformed_body', `${provider.eventSource ?? 'the event name'} is required.`);
  const handled = eventOf(provider, event);
  const problem = handled === undefined ? null : findProblem(handled.schema, payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  const sendersId = normalizeId(provider.deliveryId(received));
  return {
    id,
    accountId: integration.accountId,
    projectId: integration.projectId,
    integrationId: integration.id,
    provider: provider.id,
    path,
    event,
    key: sendersId === null ? digestOf(endpoint, body) : `id:${sendersId}`,
    keyWindowMs: sendersId === null ? (provider.digestWindowMs ?? DIGEST_WINDOW_MS) : null,
    receivedAt,
    headers: storedHeaders(headers),
    body: hideToken(json, integration),
  };
}

/** A blank id counts as none: otherwise every later delivery would be a duplicate of the first. */
function normalizeId(sent: string | null): string | null {
  const id = sent?.trim() ?? '';
  if (id === '') return null;
  return id.length > MAX_ID_LENGTH ? hash('sha256', id, 'base64url') : id;
}

function digestOf({ path }: WebhookEndpoint, body: Buffer): string {
  return `${path}:${hash('sha256', body, 'base64url')}`;
}

/** Some payloads contain the webhook's own address, and with it the token, which is never stored in plain text. */
function hideToken(json: string, { tokenPattern }: Integration): string {
  return tokenPattern.test(json) ? json.replace(new RegExp(tokenPattern, 'gi'), '[webhook token]') : json;
}
