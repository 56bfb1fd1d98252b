import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { type Clock, hashToken } from '@slipway/domain';
import { DIGEST_WINDOW_MS, type Door, eventOf, findProblem, type Provider } from '@slipway/providers';
import type { Accepted } from './accept.js';
import { type ReadBody, readPayload } from './body.js';
import { type Directory, type Integration, LookupUnavailableError } from './directory.js';
import { type Refusal, refuse } from './refusal.js';
import { readWebhookToken } from './webhook-token.js';
import type { WindowCounter } from './window-counter.js';

/** What receiving needs of the world. */
export interface ReceiveDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  /** Deliveries by integration. */
  readonly deliveryLimit: WindowCounter;
  /** Failed authentications by client address. */
  readonly failureLimit: WindowCounter;
  /** Look-ups for addresses beyond that limit, all together. */
  readonly guessLimit: WindowCounter;
  /** Resolves once the delivery is durable; rejects when nothing can take it. */
  accept(delivery: Delivery): Promise<Accepted>;
  /** Keeps a signing secret that a handshake told. */
  storeSecret(integrationId: number, secret: string): Promise<void>;
}

/** A webhook request, whole. */
export interface WebhookRequest {
  /** A UUID; the delivery goes by it too. */
  readonly id: string;
  readonly method: string;
  /** Without its query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly clientAddress: string;
}

/** The answer to a webhook request. */
export type Received =
  | { readonly accepted: Accepted; readonly status: 200 | 202 }
  | { readonly handshake: { readonly body: object | null; readonly headers: Readonly<Record<string, string>> } }
  | { readonly refusal: Refusal };

const OUTAGE_RETRY_SECONDS = 2;

/** Authenticates, verifies, validates, makes durable: token, integration, project, limits, handshake, signature, body. */
export async function receive(
  at: { provider: Provider; door: Door },
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received> {
  const receivedAt = deps.clock.now();
  const token = readWebhookToken(request, at.provider);
  if ('refusal' in token) return refuseFailed(token, request, deps);
  const admitted = await admit(at.provider, token.token, request, deps);
  if ('refusal' in admitted) return admitted;
  const { integration } = admitted;
  const handshake = await shakeHands(at.provider, integration, request, deps);
  if (handshake !== null) return handshake;
  const forged = verify({ ...at, token: token.token }, integration, request, deps);
  if (forged !== null) return refuseFailed(refuse('invalid_signature', forged), request, deps);
  const body = readPayload(at.provider, request.body, request.headers['content-type'] ?? '');
  if ('refusal' in body) return body;
  const delivery = toDelivery({ ...at, integration, receivedAt }, request, body);
  if ('refusal' in delivery) return delivery;
  return keep(delivery.delivery, at.provider, deps);
}

/** Failed authentications count by address; beyond the limit they are told to wait. */
function refuseFailed(
  refused: { refusal: Refusal },
  request: WebhookRequest,
  deps: ReceiveDeps,
): { refusal: Refusal } {
  const retryAfterSeconds = deps.failureLimit.wait(request.clientAddress);
  if (retryAfterSeconds !== null) return limited(retryAfterSeconds, 'Too many failed authentications.');
  deps.failureLimit.add(request.clientAddress);
  return refused;
}

function limited(retryAfterSeconds: number, message?: string): { refusal: Refusal } {
  return { refusal: { ...refuse('rate_limited', message).refusal, retryAfterSeconds } };
}

/**
 * An address beyond the limit of failures may still send good tokens, say from behind a shared gateway: unknown ones
 * are looked up, but only so many a second.
 */
function tooManyGuesses(
  tokenHash: string,
  { clientAddress }: WebhookRequest,
  { directory, failureLimit, guessLimit }: ReceiveDeps,
): { refusal: Refusal } | null {
  if (directory.knows(tokenHash)) return null;
  const wait = failureLimit.wait(clientAddress);
  if (wait === null) return null;
  if (guessLimit.wait('') !== null) return limited(wait, 'Too many failed authentications.');
  guessLimit.add('');
  return null;
}

async function admit(
  provider: Provider,
  token: string,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<{ integration: Integration } | { refusal: Refusal }> {
  const tokenHash = hashToken(token);
  const guessing = tooManyGuesses(tokenHash, request, deps);
  if (guessing !== null) return guessing;
  let integration: Integration | null;
  try {
    integration = await deps.directory.find(tokenHash);
  } catch (error) {
    if (!(error instanceof LookupUnavailableError)) throw error;
    return { refusal: { ...refuse('lookup_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
  if (integration === null || !integration.active || integration.provider !== provider.id) {
    return refuseFailed(refuse('no_active_integration'), request, deps);
  }
  if (integration.archived) return refuse('project_archived');
  if (integration.paused) return refuse('project_paused');
  const key = String(integration.id);
  const full = deps.deliveryLimit.wait(key);
  if (full !== null) return limited(full);
  deps.deliveryLimit.add(key);
  return { integration };
}

async function shakeHands(
  provider: Provider,
  integration: Integration,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  const handshake = provider.handshake?.(request) ?? null;
  if (handshake === null) return null;
  if (handshake.secret !== undefined) await deps.storeSecret(integration.id, handshake.secret);
  return { handshake: { body: handshake.body, headers: handshake.headers ?? {} } };
}

/** Null when the request is as its sender signed it, or need not be signed. */
function verify(
  { provider, door, token }: { provider: Provider; door: Door; token: string },
  { secrets, config }: Integration,
  { headers, body }: WebhookRequest,
  { clock }: ReceiveDeps,
): string | null {
  const scheme = door.signature ?? provider.signature;
  if (scheme === null || (secrets.length === 0 && !scheme.required)) return null;
  return scheme.verify({ headers, rawBody: body, secrets, config, token, now: clock.now() });
}

/** Where and when a request came in, and for whom. */
interface Arrival {
  readonly provider: Provider;
  readonly door: Door;
  readonly integration: Integration;
  readonly receivedAt: number;
}

function toDelivery(
  { provider, door, integration, receivedAt }: Arrival,
  request: WebhookRequest,
  { payload, json }: ReadBody,
): { delivery: Delivery } | { refusal: Refusal } {
  const received = { headers: request.headers, payload, door };
  const event = door.event ?? provider.eventName(received);
  if (event === null) return refuse('malformed_body', `${provider.eventSource ?? 'the event name'} is required.`);
  const handled = eventOf(provider, event);
  const problem = handled === undefined ? null : findProblem(handled.schema, payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  const sendersId = provider.deliveryId(received);
  return {
    delivery: {
      id: request.id,
      accountId: integration.accountId,
      projectId: integration.projectId,
      integrationId: integration.id,
      provider: provider.id,
      path: request.path,
      event,
      key: sendersId === null ? digestOf(request.path, json) : `id:${sendersId}`,
      keyWindowMs: sendersId === null ? (provider.digestWindowMs ?? DIGEST_WINDOW_MS) : null,
      receivedAt,
      requestId: request.id,
      contentType: request.headers['content-type'] ?? '',
      body: json,
    },
  };
}

function digestOf(path: string, json: string): string {
  return `sha256:${hash('sha256', `${path}\n${json}`, 'base64url')}`;
}

async function keep(delivery: Delivery, provider: Provider, deps: ReceiveDeps): Promise<Received> {
  try {
    const accepted = await deps.accept(delivery);
    return { accepted, status: accepted.duplicate ? 200 : provider.acceptStatus };
  } catch {
    return { refusal: { ...refuse('queue_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
}
