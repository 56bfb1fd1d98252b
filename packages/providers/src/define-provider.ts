import type { BuildType } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { Static, TSchema } from 'typebox';
import type { ProviderSetup } from './define-setup.js';
import { fitDetails } from './fit-details.js';
import type { LifeCycle, SampleEvent } from './sample-event.js';
import type { Headers, SignatureScheme } from './signatures/scheme.js';
import type { MakeTestEvent } from './test-event.js';

export interface NormalizeContext {
  readonly receivedAt: number;
  readonly event: string;
  readonly engine: BuildType;
  /** The integration's settings, such as a tracker's account slug. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One kind of event: the schema of its payload, and the operations that a payload stands for. */
export interface ProviderEvent {
  readonly schema: TSchema;
  /** The reason to show if a payload has no operations. */
  readonly emptyReason?: string;
  /** Accepts a payload that fits the schema. Details of the wrong type are removed from it first. */
  normalize(payload: unknown, context: NormalizeContext): readonly Operation[];
}

/** Pairs a schema with the normalizer of its payloads. The schema contains only the fields that the normalizer uses. */
export function on<S extends TSchema>(
  schema: S,
  normalize: (payload: Static<S>, context: NormalizeContext) => readonly Operation[],
  options: Pick<ProviderEvent, 'emptyReason'> = {},
): ProviderEvent {
  return {
    ...options,
    schema,
    normalize(payload, context) {
      if (!fitDetails(schema, payload))
        throw new TypeError(`this payload does not fit the schema of ${context.event}`);
      return normalize(payload, context);
    },
  };
}

/** Where a sender may put the webhook token; the query parameter `token` works everywhere. */
export type TokenPlace = 'x-service-token' | 'x-webhook-token' | 'basic' | 'body';

export interface ReceivedEvent {
  readonly headers: Headers;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly endpoint: WebhookEndpoint;
}

export interface WebhookEndpoint {
  /** Below /webhooks, such as `jenkins/build_notification`. */
  readonly path: string;
  /** The event name, if the path determines it. */
  readonly event?: string;
  /** Replaces the provider's signature scheme on this path. */
  readonly signature?: SignatureScheme;
  /** A body for the docs, if no sample event is sent to this path. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** The response to a sender's setup request, sent before signature and body are checked. */
export interface Handshake {
  readonly status: 200;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A signing secret from the request. If the integration expects one, it is stored and takes effect immediately. */
  readonly secret?: string;
}

/** The parts of a request by which a handshake is recognized. */
export interface HandshakeRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** How long a second request with the same path and body counts as a duplicate, for senders without delivery ids. */
export const DIGEST_WINDOW_MS = 10 * 60_000;

/** A kind of tool that sends webhooks. */
export interface Provider {
  /** The name stored in its integrations. */
  readonly id: string;
  readonly setup: ProviderSetup;
  readonly docs: string;
  readonly endpoints: readonly WebhookEndpoint[];
  /** Whether `GET /webhooks/<path>/verify` is answered. */
  readonly verifiable: boolean;
  readonly tokenPlaces: readonly TokenPlace[];
  /** 202 for senders whose documentation promises asynchronous processing. */
  readonly acceptStatus: 200 | 202;
  /** How its requests are signed. The scheme and the integration determine when the signature is checked. */
  readonly signature: SignatureScheme | null;
  /** The initial configuration of a new integration; `address` is its webhook address without the token. */
  initialConfig?(address: string): Readonly<Record<string, string>>;
  /** Headers that describe its events. The delivery log stores them, so none may contain a credential. */
  readonly storedHeaders?: readonly string[];
  /** Set if the tool numbers the builds of a job 1, 2, 3 …, so that a missing number probably means a lost delivery. */
  readonly numbersBuildsInSequence?: true;
  handshake?(request: HandshakeRequest): Handshake | null;
  /** Set if the tool checks a webhook's address with HEAD. The endpoints of all others accept only POST. */
  readonly checksAddressByHead?: true;
  /** Set if the handshake delivers a webhook's signing secret. */
  readonly secretByHandshake?: true;
  /** Reads a body that is neither JSON nor a form; null leaves the body to the standard readers. */
  readBody?(text: string): Readonly<Record<string, unknown>> | null;
  /** Removes what must not be queued: the start of long logs, tokens in the body. */
  trim?(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Permanently removes a build log. */
  withoutLog?(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The sender's id for the delivery, the same on every retry; null if there is none. */
  deliveryId(received: ReceivedEvent): string | null;
  /** How long a digest replaces a delivery id; the default is DIGEST_WINDOW_MS. */
  readonly digestWindowMs?: number;
  /** Where the event name is expected, for the error message if it is missing. */
  readonly eventSource?: string;
  /** Null if the request lacks the event name that its sender always sends. */
  eventName(received: ReceivedEvent): string | null;
  readonly events: Readonly<Record<string, ProviderEvent>>;
  /** Events that our own polling creates. No webhook endpoint accepts them. */
  readonly polled?: Readonly<Record<string, ProviderEvent>>;
  /** Known events without operations, listed so that a new event stands out. */
  readonly ignored: readonly string[];
  readonly testEvent: MakeTestEvent;
  /** Realistic events that `slipway send` can send, in life-cycle order. */
  readonly sampleEvents: readonly SampleEvent[];
  /** Set if the tool takes part in `slipway simulate`. */
  readonly lifeCycle?: LifeCycle;
}

export function defineProvider<const P extends Provider>(provider: P): P {
  return provider;
}
