import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { type Clock, keptHeaders } from '@slipway/domain';
import {
  DIGEST_WINDOW_MS,
  type Door,
  eventOf,
  findProblem,
  type Handshake,
  type Provider,
} from '@slipway/providers';
import type { Accepted } from './accept.js';
import { type ReadBody, readPayload } from './body.js';
import { type Directory, type Integration, LookupUnavailableError } from './directory.js';
import type { DoorAt } from './doors.js';
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

/**
 * Authenticates, verifies, validates, makes durable: token, integration, project, limits, handshake, signature, body.
 * A known token's delivery waits for nothing but being made durable.
 */
export async function receive(at: DoorAt, request: WebhookRequest, deps: ReceiveDeps): Promise<Received> {
  const receivedAt = deps.clock.now();
  const token = readWebhookToken(request, at.provider);
  if (typeof token !== 'string') return refuseFailed(token, request, deps);
  const known = deps.directory.recall(token);
  const found = known === undefined ? await lookUp(token, request, deps) : known;
  if (found !== null && 'refusal' in found) return found;
  const admitted = admit(at.provider, found, request, deps);
  if ('refusal' in admitted) return admitted;
  const handshake = at.provider.handshake?.(request) ?? null;
  if (handshake !== null) return shakeHands(handshake, admitted, deps);
  const forged = verify(at, { token, integration: admitted }, request, deps);
  if (forged !== null) return refuseFailed(refuse('invalid_signature', forged), request, deps);
  const body = readPayload(at.provider, request.body, request.headers['content-type'] ?? '');
  if ('refusal' in body) return body;
  const delivery = toDelivery(at, { integration: admitted, receivedAt }, request, body);
  if ('refusal' in delivery) return delivery;
  try {
    const accepted = await deps.accept(delivery);
    return { accepted, status: accepted.duplicate ? 200 : at.provider.acceptStatus };
  } catch {
    return { refusal: { ...refuse('queue_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
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
  token: string,
  { clientAddress }: WebhookRequest,
  { directory, failureLimit, guessLimit }: ReceiveDeps,
): { refusal: Refusal } | null {
  if (directory.knows(token)) return null;
  const wait = failureLimit.wait(clientAddress);
  if (wait === null) return null;
  if (guessLimit.wait('') !== null) return limited(wait, 'Too many failed authentications.');
  guessLimit.add('');
  return null;
}

async function lookUp(
  token: string,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Integration | null | { refusal: Refusal }> {
  const guessing = tooManyGuesses(token, request, deps);
  if (guessing !== null) return guessing;
  try {
    return await deps.directory.lookUp(token);
  } catch (error) {
    if (!(error instanceof LookupUnavailableError)) throw error;
    return { refusal: { ...refuse('lookup_unavailable').refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
  }
}

function admit(
  provider: Provider,
  integration: Integration | null,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Integration | { refusal: Refusal } {
  if (integration === null || !integration.active || integration.provider !== provider.id) {
    return refuseFailed(refuse('no_active_integration'), request, deps);
  }
  if (integration.archived) return refuse('project_archived');
  if (integration.paused) return refuse('project_paused');
  const full = deps.deliveryLimit.take(integration.id);
  return full === null ? integration : limited(full);
}

async function shakeHands(
  { secret, body, headers = {} }: Handshake,
  { id }: Integration,
  deps: ReceiveDeps,
): Promise<Received> {
  if (secret !== undefined) await deps.storeSecret(id, secret);
  return { handshake: { body, headers } };
}

/** Null when the request is as its sender signed it, or need not be signed. */
function verify(
  { provider, door }: DoorAt,
  { token, integration }: { token: string; integration: Integration },
  { headers, body }: WebhookRequest,
  { clock }: ReceiveDeps,
): string | null {
  const scheme = door.signature ?? provider.signature;
  const { secrets, config } = integration;
  if (scheme === null || (secrets.length === 0 && !scheme.required)) return null;
  return scheme.verify({ headers, rawBody: body, secrets, config, token, now: clock.now() });
}

function toDelivery(
  { provider, door }: DoorAt,
  { integration, receivedAt }: { integration: Integration; receivedAt: number },
  request: WebhookRequest,
  { payload, json }: ReadBody,
): Delivery | { refusal: Refusal } {
  const received = { headers: request.headers, payload, door };
  const event = door.event ?? provider.eventName(received);
  if (event === null) return refuse('malformed_body', `${provider.eventSource ?? 'the event name'} is required.`);
  const handled = eventOf(provider, event);
  const problem = handled === undefined ? null : findProblem(handled.schema, payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  const sendersId = provider.deliveryId(received);
  return {
    id: request.id,
    accountId: integration.accountId,
    projectId: integration.projectId,
    integrationId: integration.id,
    provider: provider.id,
    path: request.path,
    event,
    key: sendersId === null ? digestOf(door, request.body) : `id:${sendersId}`,
    keyWindowMs: sendersId === null ? (provider.digestWindowMs ?? DIGEST_WINDOW_MS) : null,
    receivedAt,
    headers: keptHeaders(request.headers),
    body: json,
  };
}

function digestOf({ path }: Door, body: Buffer): string {
  return `${path}:${hash('sha256', body, 'base64url')}`;
}
