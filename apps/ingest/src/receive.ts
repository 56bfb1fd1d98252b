import type { Delivery } from '@slipway/contracts';
import type { HandshakeOutcome } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import { type Handshake, isSignatureChecked } from '@slipway/providers';
import type { LogBuffer } from '@slipway/queue';
import type { ThrottledLog } from '@slipway/runtime';
import type { Accept, Accepted } from './accept.js';
import {
  type AdmissionDeps,
  admit,
  type Refused,
  refuse,
  refuseFailed,
  refuseForNow,
  refuseSuspect,
} from './admission.js';
import { TOKEN_BODY_LIMIT_BYTES } from './limits.js';
import {
  type BodyBudget,
  declaresBodyOver,
  decompress,
  findBodyToken,
  readPayload,
  readRawBody,
} from './request-body.js';
import { type AdmittedWebhook, toDelivery } from './to-delivery.js';
import { findToken, type ProviderEndpoint, type WebhookRequest } from './webhook-request.js';

export interface ReceiveDeps extends AdmissionDeps {
  readonly clock: Clock;
  readonly bodyLimitBytes: number;
  /** The memory that all bodies share. */
  readonly bodies: BodyBudget;
  readonly accept: Accept;
  /** Registers the signing secret of a handshake; null when the database is down. */
  registerSecret(integrationId: number, secret: string, request: WebhookRequest): Promise<HandshakeOutcome | null>;
  readonly log: ThrottledLog;
  /** The pieces of logs that are being uploaded. */
  readonly logs: LogBuffer;
}

export type Received =
  | {
      readonly accepted: Accepted;
      readonly status: 200 | 202;
      /** What else the sender's own service would answer. */
      readonly answer?: Readonly<Record<string, unknown>>;
    }
  /** A request that makes no delivery, such as a chunk of a log. */
  | {
      readonly noted: {
        readonly outcome: string;
        readonly body: object;
        readonly headers?: Readonly<Record<string, string>>;
      };
    }
  | { readonly handshake: { readonly body: object | null; readonly headers: Readonly<Record<string, string>> } }
  | Refused;

/**
 * Checks a request and makes its delivery durable. The order is size, token, integration, project, limits, handshake,
 * signature, body. The body is read once the sender is admitted. Null when the sender disconnected.
 */
export async function receive(
  { provider, endpoint, senders }: ProviderEndpoint,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  const { bodyLimitBytes, bodies } = deps;
  if (declaresBodyOver(bodyLimitBytes, request.incoming)) return refuse('payload_too_large');
  let sent = findToken(request, provider.tokenPlaces);
  let raw: Buffer | Refused | null | undefined;
  if (sent === undefined && provider.tokenPlaces.includes('body')) {
    raw = await readTokenBody(request, deps);
    if (!Buffer.isBuffer(raw)) return raw;
    const body = await decompress(raw, request, TOKEN_BODY_LIMIT_BYTES, bodies);
    if (Buffer.isBuffer(body)) sent = findBodyToken(body, contentTypeOf(request), provider);
  }
  const admitted = await admit(sent, senders, request, deps);
  if ('refusal' in admitted) return admitted;
  const { token, integration } = admitted;
  raw ??= await readRawBody(request, bodyLimitBytes, bodies);
  if (!Buffer.isBuffer(raw)) return raw && { ...raw, integration };
  const isCompressed = request.headers['content-encoding'] !== undefined;
  const body = isCompressed ? await decompress(raw, request, bodyLimitBytes, bodies) : raw;
  const isReadable = Buffer.isBuffer(body);
  const receivedAt = deps.clock.now();
  // Spreading the endpoint and `admitted` instead makes the object slow to read, and costs ten microseconds.
  const read = isReadable ? body : raw;
  const webhook = { provider, endpoint, senders, token, integration, request, body: read, receivedAt };
  const received = isReadable ? await receiveBody(webhook, deps) : (refuseForged(webhook, deps) ?? body);
  return 'refusal' in received ? { ...received, integration } : received;
}

const NO_TOKEN_BEFORE_BODY = 'No webhook token was sent: a body of more than 256 KiB is not searched for one.';

/** Reads only a small body from a sender without a token yet, and none from a network with too many failures. */
async function readTokenBody(request: WebhookRequest, deps: ReceiveDeps): Promise<Buffer | Refused | null> {
  const suspect = refuseSuspect(request, deps);
  if (suspect !== null) return suspect;
  const raw = declaresBodyOver(TOKEN_BODY_LIMIT_BYTES, request.incoming)
    ? refuse('payload_too_large')
    : await readRawBody(request, TOKEN_BODY_LIMIT_BYTES, deps.bodies);
  const isTooLarge = raw !== null && 'refusal' in raw && raw.refusal.code === 'payload_too_large';
  return isTooLarge ? refuseFailed(refuse('missing_token', NO_TOKEN_BEFORE_BODY), request, deps) : raw;
}

const contentTypeOf = ({ headers }: WebhookRequest) => headers['content-type'] ?? '';

async function receiveBody(webhook: AdmittedWebhook, deps: ReceiveDeps): Promise<Received> {
  const { provider, request, body } = webhook;
  const handshake = provider.handshake?.({ method: request.method, headers: request.headers, body }) ?? null;
  if (handshake !== null) return answerHandshake(handshake, webhook, deps);
  const forged = refuseForged(webhook, deps);
  if (forged !== null) return forged;
  const read = readPayload(provider, body, contentTypeOf(request));
  if ('refusal' in read) return read;
  const delivery = toDelivery(webhook, read);
  if ('refusal' in delivery) return delivery;
  const accepted = await acceptDelivery(delivery, deps);
  if ('refusal' in accepted) return accepted;
  return { accepted, status: accepted.duplicate ? 200 : provider.acceptStatus };
}

/** Makes a delivery durable. */
export async function acceptDelivery(
  delivery: Delivery,
  deps: Pick<ReceiveDeps, 'accept' | 'log'>,
): Promise<Accepted | Refused> {
  try {
    return await deps.accept(delivery);
  } catch (error) {
    deps.log.warn({ err: error, deliveryId: delivery.id }, 'delivery not accepted');
    return refuseForNow('queue_unavailable');
  }
}

const CLOSED =
  'This integration does not accept handshakes right now. An owner can open the handshake window on its console page.';
const FULL = 'This integration has too many signing secrets. An owner can remove them on its console page.';

/** A handshake with a secret is answered only while its integration's window is open: the token alone proves too little. */
async function answerHandshake(
  { secret, body, headers = {} }: Handshake,
  { integration, request }: AdmittedWebhook,
  deps: ReceiveDeps,
): Promise<Received> {
  if (secret === undefined) return { handshake: { body, headers } };
  const isOpen = deps.clock.now() < integration.handshakeOpenUntilMs;
  const outcome = isOpen ? await deps.registerSecret(integration.id, secret, request) : 'closed';
  if (outcome === null) return refuseForNow('lookup_unavailable');
  if (outcome === 'registered' || outcome === 'known') return { handshake: { body, headers } };
  return refuseFailed(refuse('invalid_signature', outcome === 'full' ? FULL : CLOSED), request, deps);
}

/** Null when the signature is valid, or none was sent where none is required. */
function refuseForged(webhook: AdmittedWebhook, deps: ReceiveDeps): Refused | null {
  const { provider, endpoint, token, integration, request, body, receivedAt } = webhook;
  const scheme = endpoint.signature ?? provider.signature;
  const { secrets, config, requireSignatures, signatureToleranceMinutes } = integration;
  const { headers } = request;
  const rules = { hasSecret: secrets.length > 0, requireSignatures };
  if (scheme === null || !isSignatureChecked(scheme, rules, headers)) return null;
  const toleranceMs = signatureToleranceMinutes * 60_000;
  const problem = scheme.verify({ headers, rawBody: body, secrets, config, token, now: receivedAt, toleranceMs });
  return problem === null ? null : refuseFailed(refuse('invalid_signature', problem), request, deps);
}
