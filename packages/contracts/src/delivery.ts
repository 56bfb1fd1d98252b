import Type, { type Static } from 'typebox';

/** One accepted webhook, as it travels from ingest to the worker. */
export const Delivery = Type.Object({
  id: Type.String(),
  accountId: Type.Integer(),
  projectId: Type.Integer(),
  integrationId: Type.Integer(),
  provider: Type.String(),
  /** The path it came in by, without the query string. */
  path: Type.String(),
  /** The sender's event name, or the one its webhook endpoint implies. */
  event: Type.String(),
  /** What tells it from every other delivery of the integration. */
  key: Type.String(),
  /** How long the key holds, when it is a digest; null when it is the sender's own id. */
  keyWindowMs: Type.Union([Type.Integer(), Type.Null()]),
  /** Time of receipt in epoch milliseconds, stamped by ingest. */
  receivedAt: Type.Integer(),
  /** The cleaned body as JSON text. */
  body: Type.String(),
  /** Headers that tell what was sent, and by what. */
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Set when an earlier delivery is processed again. It keeps that one's time of receipt, but has a key of its own. */
  replay: Type.Optional(
    Type.Object({
      /** The id of the one that is repeated. */
      of: Type.String(),
      /** That one's key. */
      key: Type.String(),
      /** When that was asked for, in epoch milliseconds. */
      requestedAt: Type.Integer(),
    }),
  ),
});
export type Delivery = Static<typeof Delivery>;

export const ENVELOPE_VERSION = 1;

/** What one queue job carries: deliveries of one shard that arrived together. */
export const Envelope = Type.Object({
  v: Type.Literal(ENVELOPE_VERSION),
  deliveries: Type.Array(Delivery),
});
export type Envelope = Static<typeof Envelope>;
