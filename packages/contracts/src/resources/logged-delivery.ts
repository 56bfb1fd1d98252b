import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { DELIVERY_OUTCOMES } from '../values.js';

const MaybeMillis = orNull(Type.Integer());

/** How long each stage took, in milliseconds; null where a stage is not known. */
const DeliveryTimings = Type.Object(
  {
    queue_ms: MaybeMillis,
    wait_ms: MaybeMillis,
    apply_ms: MaybeMillis,
    total_ms: Type.Integer(),
  },
  { title: 'DeliveryTimings' },
);

const fields = {
  id: Uuid,
  integration_id: Type.Integer(),
  provider: Type.String(),
  event: Type.String(),
  path: Type.String(),
  outcome: anyOf(DELIVERY_OUTCOMES),
  reason: orNull(Type.String()),
  attempts: Type.Integer(),
  replay_of: orNull(Uuid),
  body_bytes: Type.Integer(),
  touched_count: Type.Integer(),
  received_at: Timestamp,
  queued_at: MaybeTimestamp,
  started_at: MaybeTimestamp,
  finished_at: Timestamp,
  timings: DeliveryTimings,
};

/** A webhook that came in, and what became of it. */
export const LoggedDelivery = Type.Object(fields, { title: 'LoggedDelivery' });
export type LoggedDelivery = Static<typeof LoggedDelivery>;

/** The most touched rows that are kept of one delivery. */
export const MAX_TOUCHED = 200;

/** A row that a delivery made or changed, and where to read it. */
const TouchedRecord = Type.Object(
  { kind: Type.String(), id: Type.String(), path: orNull(Type.String()) },
  { title: 'TouchedRecord' },
);

const ReplayEntry = Type.Object(
  { id: Uuid, outcome: anyOf(DELIVERY_OUTCOMES), received_at: Timestamp, finished_at: Timestamp },
  { title: 'ReplayEntry' },
);

/** A delivery with what was sent, without addresses, names and secrets. */
export const LoggedDeliveryDetail = Type.Object(
  {
    ...fields,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Unknown(),
    body_available: Type.Boolean(),
    body_truncated: Type.Boolean(),
    touched: Type.Array(TouchedRecord),
    touched_truncated: Type.Boolean(),
    replays: Type.Array(ReplayEntry),
  },
  { title: 'LoggedDeliveryDetail' },
);
export type LoggedDeliveryDetail = Static<typeof LoggedDeliveryDetail>;

export const LoggedDeliveryPage = Type.Object(
  { deliveries: Type.Array(LoggedDelivery), pagination: CursorPagination },
  { title: 'LoggedDeliveryPage' },
);
export type LoggedDeliveryPage = Static<typeof LoggedDeliveryPage>;
