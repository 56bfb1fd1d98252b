import { hash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import { type Clock, storedHeaders } from '@slipway/domain';
import { DIGEST_WINDOW_MS, eventOf, findProblem, type Handshake, type WebhookEndpoint } from '@slipway/providers';
import type { Accepted } from './accept.js';
import { type AdmissionDeps, admit, lookUp, refuseFailed, refuseSuspect } from './admission.js';
import { type ReadBody, readPayload } from './body.js';
import { decompress } from './decompress.js';
import type { Integration } from './directory.js';
import type { ProviderEndpoint } from './endpoints.js';
import { type Refusal, refuse, refuseForNow } from './refusal.js';
import { announcesMore, type BodyBudget, type BodySource, readRawBody, type Unread } from './request-body.js';
import {
  checkToken,
  findBodyToken,
  findToken,
  TOKEN_BODY_LIMIT_BYTES,
  type TokenCarrier,
} from './webhook-token.js';

/** What receiving needs of the world. */
export interface ReceiveDeps extends AdmissionDeps {
  readonly clock: Clock;
  readonly bodyLimitBytes: number;
  /** The memory that all bodies share. */
  readonly bodies: BodyBudget;
  /** Resolves once the delivery is durable; rejects when nothing can take it. */
  accept(delivery: Delivery): Promise<Accepted>;
  /** Keeps a signing secret that a handshake told; false when it cannot right now. */
  storeSecret(integrationId: number, secret: string): Promise<boolean>;
}

/** A webhook request whose body is still to come. */
export interface WebhookRequest extends BodySource, TokenCarrier {
  /** A UUID; the delivery goes by it too. */
  readonly id: string;
  readonly method: string;
  /** Without its query string. */
  readonly path: string;
}

/** The answer to a webhook request. */
export type Received =
  | { readonly accepted: Accepted; readonly status: 200 | 202 }
  | { readonly handshake: { readonly body: object | null; readonly headers: Readonly<Record<string, string>> } }
  | { readonly refusal: Refusal };

/** A request that was let in, and its body. */
interface Admitted {
  readonly token: string;
  readonly integration: Integration;
  readonly body: Buffer;
  readonly receivedAt: number;
}

/** What was found before a sender is let in: the token as sent, and the body where that had to be searched for it. */
interface Announced {
  readonly sent: string | undefined;
  readonly raw?: Buffer;
}

/**
 * Authenticates, verifies, validates, makes durable: size, token, integration, project, limits, handshake, signature,
 * body. Null when the sender broke off.
 */
export function receive(
  at: ProviderEndpoint,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  if (announcesMore(request.incoming, deps.bodyLimitBytes)) return Promise.resolve(refuse('payload_too_large'));
  const sent = findToken(request, at.provider);
  if (sent === undefined && at.provider.tokenPlaces.includes('body')) return receiveUnknown(at, request, deps);
  return receiveAs(at, { sent }, request, deps);
}

/** Nothing but a small body is read of a sender who has not told a token yet, and nothing of one who failed too often. */
async function receiveUnknown(
  at: ProviderEndpoint,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  const suspect = refuseSuspect(request, deps);
  if (suspect !== null) return suspect;
  const raw = announcesMore(request.incoming, TOKEN_BODY_LIMIT_BYTES)
    ? 'too_large'
    : await readRawBody(request, TOKEN_BODY_LIMIT_BYTES, deps.bodies);
  if (raw === 'too_large') return refuseFailed(refuse('missing_token', NO_TOKEN_BEFORE_BODY), request, deps);
  if (typeof raw === 'string') return refuseUnread(raw);
  const body = await unpack(raw, TOKEN_BODY_LIMIT_BYTES, request, deps);
  const sent = Buffer.isBuffer(body) ? findBodyToken(body, contentTypeOf(request), at.provider) : undefined;
  return receiveAs(at, { sent, raw }, request, deps);
}

const NO_TOKEN_BEFORE_BODY = 'No webhook token was sent: in a body of more than 256 KiB none is looked for.';

/** The body is read once its sender is let in. A known token's delivery waits for nothing else but being made durable. */
async function receiveAs(
  at: ProviderEndpoint,
  { sent, raw: early }: Announced,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  const token = checkToken(sent);
  if (typeof token !== 'string') return refuseFailed(token, request, deps);
  const known = deps.directory.recall(token);
  const found = known === undefined ? await lookUp(token, request, deps) : known;
  if (found !== null && 'refusal' in found) return found;
  const integration = admit(at.provider, found, request, deps);
  if ('refusal' in integration) return integration;
  const raw = early ?? (await readRawBody(request, deps.bodyLimitBytes, deps.bodies));
  if (typeof raw === 'string') return refuseUnread(raw);
  const packed = request.headers['content-encoding'] !== undefined;
  const body = packed ? await unpack(raw, deps.bodyLimitBytes, request, deps) : raw;
  const receivedAt = deps.clock.now();
  if (!Buffer.isBuffer(body)) {
    return refuseForged(at, { token, integration, body: raw, receivedAt }, request, deps) ?? body;
  }
  const handshake = at.provider.handshake?.({ method: request.method, headers: request.headers, body }) ?? null;
  if (handshake !== null) return shakeHands(handshake, integration, deps);
  const delivery = prepare(at, { token, integration, body, receivedAt }, request, deps);
  if ('refusal' in delivery) return delivery;
  try {
    const accepted = await deps.accept(delivery);
    return { accepted, status: accepted.duplicate ? 200 : at.provider.acceptStatus };
  } catch {
    return refuseForNow('queue_unavailable');
  }
}

function refuseUnread(reason: Unread): { refusal: Refusal } | null {
  if (reason === 'gone') return null;
  return reason === 'too_large'
    ? refuse('payload_too_large')
    : refuseForNow('queue_unavailable', 'Too many deliveries are on their way.');
}

const contentTypeOf = ({ headers }: WebhookRequest) => headers['content-type'] ?? '';

/** Undoes the transfer's compression; what comes out takes memory too. */
async function unpack(
  raw: Buffer,
  limitBytes: number,
  request: WebhookRequest,
  { bodies }: ReceiveDeps,
): Promise<Buffer | { refusal: Refusal }> {
  const unpacked = await decompress(raw, request.headers['content-encoding'], limitBytes);
  if ('refusal' in unpacked) return unpacked;
  const { body } = unpacked;
  if (body === raw || bodies.hold(request, body.length)) return body;
  return refuseForNow('queue_unavailable', 'Too many deliveries are on their way.');
}

async function shakeHands(
  { secret, body, headers = {} }: Handshake,
  { id }: Integration,
  deps: ReceiveDeps,
): Promise<Received> {
  const kept = secret === undefined || (await deps.storeSecret(id, secret));
  return kept ? { handshake: { body, headers } } : refuseForNow('lookup_unavailable');
}

/** Null when the request is as its sender signed it, or need not be signed. */
function verify(
  { provider, endpoint }: ProviderEndpoint,
  { token, integration, body, receivedAt }: Admitted,
  { headers }: WebhookRequest,
): string | null {
  const scheme = endpoint.signature ?? provider.signature;
  const { secrets, config } = integration;
  if (scheme === null || (secrets.length === 0 && !scheme.required)) return null;
  return scheme.verify({ headers, rawBody: body, secrets, config, token, now: receivedAt });
}

/** Null when the signature holds. */
function refuseForged(
  at: ProviderEndpoint,
  admitted: Admitted,
  request: WebhookRequest,
  deps: ReceiveDeps,
): { refusal: Refusal } | null {
  const forged = verify(at, admitted, request);
  return forged === null ? null : refuseFailed(refuse('invalid_signature', forged), request, deps);
}

/** The delivery that an admitted request makes. */
function prepare(
  at: ProviderEndpoint,
  admitted: Admitted,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Delivery | { refusal: Refusal } {
  const forged = refuseForged(at, admitted, request, deps);
  if (forged !== null) return forged;
  const read = readPayload(at.provider, admitted.body, contentTypeOf(request));
  if ('refusal' in read) return read;
  return toDelivery(at, admitted, request, read);
}

function toDelivery(
  { provider, endpoint }: ProviderEndpoint,
  { integration, receivedAt, body }: Admitted,
  request: WebhookRequest,
  { payload, json }: ReadBody,
): Delivery | { refusal: Refusal } {
  const received = { headers: request.headers, payload, endpoint };
  const event = endpoint.event ?? provider.eventName(received);
  if (event === null) return refuse('malformed_body', `${provider.eventSource ?? 'the event name'} is required.`);
  const handled = eventOf(provider, event);
  const problem = handled === undefined ? null : findProblem(handled.schema, payload);
  if (problem !== null) return refuse('malformed_body', `${problem}.`);
  const sendersId = idOf(provider.deliveryId(received));
  return {
    id: request.id,
    accountId: integration.accountId,
    projectId: integration.projectId,
    integrationId: integration.id,
    provider: provider.id,
    path: request.path,
    event,
    key: sendersId === null ? digestOf(endpoint, body) : `id:${sendersId}`,
    keyWindowMs: sendersId === null ? (provider.digestWindowMs ?? DIGEST_WINDOW_MS) : null,
    receivedAt,
    headers: storedHeaders(request.headers),
    body: hideToken(json, integration),
  };
}

/** Longer ids stand for themselves by their digest: indexes hold only so much. */
const MAX_ID_LENGTH = 255;

/** A blank id is none: taken for one, it would make every later delivery a repeat of the first. */
function idOf(sent: string | null): string | null {
  const id = sent?.trim() ?? '';
  if (id === '') return null;
  return id.length > MAX_ID_LENGTH ? hash('sha256', id, 'base64url') : id;
}

function digestOf({ path }: WebhookEndpoint, body: Buffer): string {
  return `${path}:${hash('sha256', body, 'base64url')}`;
}

/** Senders tell the address they send to, and in it the token, which is kept nowhere in clear. */
function hideToken(json: string, { tokenPattern }: Integration): string {
  return tokenPattern.test(json) ? json.replace(new RegExp(tokenPattern, 'gi'), '[webhook token]') : json;
}
