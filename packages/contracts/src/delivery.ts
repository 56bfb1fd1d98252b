import Type, { type Static } from 'typebox';

/** One accepted webhook, as it travels from ingest to the worker. */
export const Delivery = Type.Object({
  id: Type.String(),
  accountId: Type.Integer(),
  projectId: Type.Integer(),
  integrationId: Type.Integer(),
  provider: Type.String(),
  /** The path of the request, without the query string. */
  path: Type.String(),
  /** The sender's name for the event, or the webhook endpoint's if the sender gives none. */
  event: Type.String(),
  /** Identifies the delivery within its integration. */
  key: Type.String(),
  /** How long the key is valid if it is a digest; null if it is the sender's own id. */
  keyWindowMs: Type.Union([Type.Integer(), Type.Null()]),
  /** The time at which ingest received it, in epoch milliseconds. */
  receivedAt: Type.Integer(),
  /** The cleaned body as JSON text. */
  body: Type.String(),
  /** The stored request headers. */
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** The span that accepted it, as a W3C `traceparent`. Set only while ingest exports traces. */
  traceparent: Type.Optional(Type.String()),
  /** Set on a replay, which has the original delivery's time of receipt but its own key. */
  replay: Type.Optional(
    Type.Object({
      /** The id of the original delivery. */
      of: Type.String(),
      /** The key of the original delivery. */
      key: Type.String(),
      /** When the replay was requested, in epoch milliseconds. */
      requestedAt: Type.Integer(),
    }),
  ),
});
export type Delivery = Static<typeof Delivery>;

/**
 * A delivery with a longer body is large. Ingest always spools it, it has an envelope to itself, and the worker applies
 * it in a separate transaction.
 */
export const LARGE_BODY_CHARACTERS = 1024 * 1024;

export const ENVELOPE_VERSION = 1;

/** The payload of one queue job: deliveries in the same queue that arrived together. */
export const Envelope = Type.Object({
  v: Type.Literal(ENVELOPE_VERSION),
  deliveries: Type.Array(Delivery),
});
export type Envelope = Static<typeof Envelope>;
