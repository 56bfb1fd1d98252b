import type { BuildType } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { TSchema } from 'typebox';

/** What a normalizer may know besides the payload. */
export interface NormalizeContext {
  /** Time of receipt at the door, epoch milliseconds. */
  readonly receivedAt: number;
  readonly engine: BuildType;
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
export type TokenPlace = 'x-service-token' | 'x-webhook-token' | 'basic';

/** What the door hands a provider to recognise an event by. */
export interface ReceivedEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly payload: unknown;
}

/** One sender of webhooks. */
export interface Provider {
  /** The name its integrations carry. */
  readonly id: string;
  readonly label: string;
  /** The sender's own documentation. */
  readonly docs: string;
  /** Path segments under /webhooks it is reached by. */
  readonly doors: readonly string[];
  readonly tokenPlaces: readonly TokenPlace[];
  /** 202 for senders told to expect asynchronous processing. */
  readonly acceptStatus: 200 | 202;
  eventName(received: ReceivedEvent): string;
  readonly events: Readonly<Record<string, ProviderEvent>>;
  /** Events known and of no interest, named so that an unknown one stands out. */
  readonly ignored: readonly string[];
}

/** Declares a provider. */
export function defineProvider<const P extends Provider>(provider: P): P {
  return provider;
}
