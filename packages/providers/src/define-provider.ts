import type { BuildType } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { TSchema } from 'typebox';
import type { Headers, SignatureScheme } from './signatures/scheme.js';

/** What a normalizer may know besides the payload. */
export interface NormalizeContext {
  /** Time of receipt in epoch milliseconds. */
  readonly receivedAt: number;
  /** The delivery's event name. */
  readonly event: string;
  readonly engine: BuildType;
  /** The integration's settings, such as the account slug of a tracker. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One kind of event: what its payload must have, and what it means. */
export interface ProviderEvent {
  readonly schema: TSchema;
  normalize(payload: never, context: NormalizeContext): readonly Operation[];
}

/** Pairs a schema that asks only for the fields used with the normalizer that uses them. */
export function on<T>(
  schema: TSchema,
  normalize: (payload: T, context: NormalizeContext) => readonly Operation[],
): ProviderEvent {
  return { schema, normalize };
}

/** Where a sender may put the webhook token; the query parameter `token` works everywhere. */
export type TokenPlace = 'x-service-token' | 'x-webhook-token' | 'basic' | 'body';

/** A request as providers look at it once its body is read. */
export interface ReceivedEvent {
  readonly headers: Headers;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly endpoint: WebhookEndpoint;
}

/** One path a provider is reached by. */
export interface WebhookEndpoint {
  /** Below /webhooks, such as `jenkins/build_notification`. */
  readonly path: string;
  /** The event that comes in here, where the path alone tells. */
  readonly event?: string;
  /** A scheme of its own, instead of the provider's. */
  readonly signature?: SignatureScheme;
}

/** An answer to a sender's set-up call, given before signature and body are looked at. */
export interface Handshake {
  readonly status: 200;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A signing secret the sender has just told; it is stored and counts at once. */
  readonly secret?: string;
}

/** What a handshake can be recognised by. */
export interface HandshakeRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** How long a repeat of the same path and body counts as a duplicate, for senders without delivery ids. */
export const DIGEST_WINDOW_MS = 10 * 60_000;

/** One sender of webhooks. */
export interface Provider {
  /** The name its integrations carry. */
  readonly id: string;
  readonly label: string;
  /** The sender's own documentation. */
  readonly docs: string;
  readonly endpoints: readonly WebhookEndpoint[];
  /** Whether `GET /webhooks/<path>/verify` is answered. */
  readonly verifiable: boolean;
  readonly tokenPlaces: readonly TokenPlace[];
  /** 202 for senders told to expect asynchronous processing. */
  readonly acceptStatus: 200 | 202;
  /** Checked when the integration has a secret, or always where the scheme says so. */
  readonly signature: SignatureScheme | null;
  handshake?(request: HandshakeRequest): Handshake | null;
  /** Reads a body that is neither JSON nor a form; null leaves it to the usual readers. */
  readBody?(text: string): Readonly<Record<string, unknown>> | null;
  /** Cuts a payload down to what may be queued: long logs, tokens that travel in the body. */
  trim?(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The sender's own id of the delivery, the same on every retry; null when it sends none. */
  deliveryId(received: ReceivedEvent): string | null;
  /** Window of the digest that stands in for a delivery id; DIGEST_WINDOW_MS unless given. */
  readonly digestWindowMs?: number;
  /** Where the event's name is expected, for the refusal of a request without one. */
  readonly eventSource?: string;
  /** Null when the request does not name its event although the sender always does. */
  eventName(received: ReceivedEvent): string | null;
  readonly events: Readonly<Record<string, ProviderEvent>>;
  /** Events made from what polling read; no webhook endpoint accepts them. */
  readonly polled?: Readonly<Record<string, ProviderEvent>>;
  /** Events known and of no interest, named so that an unknown one stands out. */
  readonly ignored: readonly string[];
}

/** Declares a provider. */
export function defineProvider<const P extends Provider>(provider: P): P {
  return provider;
}
