import type { Delivery } from '@slipway/contracts';
import type { HandshakeOutcome } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import type { Handshake, SignatureScheme } from '@slipway/providers';
import type { ThrottledLog } from '@slipway/runtime';
import type { Accept, Accepted } from './accept.js';
import { type AdmissionDeps, admit, lookUp, refuseFailed, refuseSuspect } from './admission.js';
import { readPayload } from './body.js';
import { decompress } from './decompress.js';
import type { Integration } from './directory.js';
import type { ProviderEndpoint } from './find-endpoint.js';
import { TOKEN_BODY_LIMIT_BYTES } from './limits.js';
import { type Refusal, refuse, refuseForNow } from './refusal.js';
import { announcesMore, type BodyBudget, type BodySource, readRawBody, type Unread } from './request-body.js';
import { type AdmittedRequest, toDelivery } from './to-delivery.js';
import { checkToken, findBodyToken, findToken, type TokenCarrier } from './webhook-token.js';

/** What receiving is built from. */
export interface ReceiveDeps extends AdmissionDeps {
  readonly clock: Clock;
  readonly bodyLimitBytes: number;
  /** The memory that all bodies share. */
  readonly bodies: BodyBudget;
  readonly accept: Accept;
  /** Registers the signing secret of a handshake; null when the database is down. */
  registerSecret(integrationId: number, secret: string, request: WebhookRequest): Promise<HandshakeOutcome | null>;
  readonly log: ThrottledLog;
}

/** A webhook request whose body has not been read. */
export interface WebhookRequest extends BodySource, TokenCarrier {
  /** A UUID, which becomes the id of the delivery. */
  readonly id: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
}

/** The answer to a webhook request. */
export type Received =
  | { readonly accepted: Accepted; readonly status: 200 | 202 }
  | { readonly handshake: { readonly body: object | null; readonly headers: Readonly<Record<string, string>> } }
  | { readonly refusal: Refusal };

/** The token as sent, and the raw body if it had to be read to find the token. */
interface SentToken {
  readonly sent: string | undefined;
  readonly raw?: Buffer;
}

/**
 * Checks a request and makes its delivery durable. The order is size, token, integration, project, limits, handshake,
 * signature, body. Null when the sender disconnected.
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

const NO_TOKEN_BEFORE_BODY = 'No webhook token was sent: a body of more than 256 KiB is not searched for one.';

/** Reads only a small body from a sender without a token yet, and none from a network with too many failures. */
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

/** Reads the body once the sender is admitted. */
async function receiveAs(
  at: ProviderEndpoint,
  { sent, raw: early }: SentToken,
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
  const isPacked = request.headers['content-encoding'] !== undefined;
  const body = isPacked ? await unpack(raw, deps.bodyLimitBytes, request, deps) : raw;
  const receivedAt = deps.clock.now();
  if (Buffer.isBuffer(body)) return receiveBody(at, { token, integration, body, receivedAt }, request, deps);
  return refuseForged(at, { token, integration, body: raw, receivedAt }, request, deps) ?? body;
}

async function receiveBody(
  at: ProviderEndpoint,
  admitted: AdmittedRequest,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  const { body, integration } = admitted;
  const handshake = at.provider.handshake?.({ method: request.method, headers: request.headers, body }) ?? null;
  if (handshake !== null) return answerHandshake(handshake, integration, request, deps);
  const delivery = prepare(at, admitted, request, deps);
  if ('refusal' in delivery) return delivery;
  try {
    const accepted = await deps.accept(delivery);
    return { accepted, status: accepted.duplicate ? 200 : at.provider.acceptStatus };
  } catch (error) {
    deps.log.warn({ err: error, deliveryId: delivery.id }, 'delivery not accepted');
    return refuseForNow('queue_unavailable');
  }
}

function refuseUnread(reason: Unread): { refusal: Refusal } | null {
  if (reason === 'gone') return null;
  return reason === 'too_large' ? refuse('payload_too_large') : refuseFull();
}

const refuseFull = () => refuseForNow('queue_unavailable', 'Too many deliveries are on their way.');

const contentTypeOf = ({ headers }: WebhookRequest) => headers['content-type'] ?? '';

/** Undoes the content encoding; the result counts against the shared memory too. */
async function unpack(
  raw: Buffer,
  limitBytes: number,
  request: WebhookRequest,
  { bodies }: ReceiveDeps,
): Promise<Buffer | { refusal: Refusal }> {
  const unpacked = await decompress(raw, request.headers['content-encoding'], limitBytes);
  if ('refusal' in unpacked) return unpacked;
  const { body } = unpacked;
  return body === raw || bodies.hold(request, body.length) ? body : refuseFull();
}

const CLOSED =
  'This integration expects no handshake now. An owner can open the handshake window on its page in the console.';
const FULL = 'This integration has too many signing secrets. An owner can remove them on its page in the console.';

/** A handshake with a secret is answered only while its integration's window is open: the token alone proves too little. */
async function answerHandshake(
  { secret, body, headers = {} }: Handshake,
  { id, handshakeOpenUntilMs }: Integration,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received> {
  if (secret === undefined) return { handshake: { body, headers } };
  const isOpen = deps.clock.now() < handshakeOpenUntilMs;
  const outcome = isOpen ? await deps.registerSecret(id, secret, request) : 'closed';
  if (outcome === null) return refuseForNow('lookup_unavailable');
  if (outcome === 'registered' || outcome === 'known') return { handshake: { body, headers } };
  return refuseFailed(refuse('invalid_signature', outcome === 'full' ? FULL : CLOSED), request, deps);
}

function isChecked({ checked }: SignatureScheme, { secrets, requireSignatures }: Integration): boolean {
  if (requireSignatures || checked === 'always') return true;
  return checked === 'with_secret' && secrets.length > 0;
}

/** Null when the signature is valid, or none is required. */
function refuseForged(
  { provider, endpoint }: ProviderEndpoint,
  { token, integration, body, receivedAt }: AdmittedRequest,
  request: WebhookRequest,
  deps: ReceiveDeps,
): { refusal: Refusal } | null {
  const scheme = endpoint.signature ?? provider.signature;
  if (scheme === null || !isChecked(scheme, integration)) return null;
  const { secrets, config, signatureToleranceMinutes } = integration;
  const { headers } = request;
  const toleranceMs = signatureToleranceMinutes * 60_000;
  const problem = scheme.verify({ headers, rawBody: body, secrets, config, token, now: receivedAt, toleranceMs });
  return problem === null ? null : refuseFailed(refuse('invalid_signature', problem), request, deps);
}

/** Verifies and validates an admitted request. */
function prepare(
  at: ProviderEndpoint,
  admitted: AdmittedRequest,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Delivery | { refusal: Refusal } {
  const forged = refuseForged(at, admitted, request, deps);
  if (forged !== null) return forged;
  const read = readPayload(at.provider, admitted.body, contentTypeOf(request));
  return 'refusal' in read ? read : toDelivery(at, admitted, request, read);
}
