import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../../endpoint.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../../fields.js';
import {
  cursorParameter,
  idParameter,
  limitParameter,
  someOf,
  textParameter,
  timeParameter,
} from '../../parameters.js';
import { DELIVERY_OUTCOMES } from '../../values.js';

export const deliveryGroup: EndpointGroup = {
  name: 'Deliveries',
  description: 'The log of accepted webhooks and their outcomes.',
};

const MaybeMillis = orNull(Type.Integer());

/** How long each stage took, in milliseconds; null if a stage's duration is unknown. */
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

export const LoggedDelivery = Type.Object(fields, { title: 'LoggedDelivery' });
export type LoggedDelivery = Static<typeof LoggedDelivery>;

/** The most touched rows recorded for one delivery. */
export const MAX_TOUCHED = 200;

/** A row that a delivery created or changed, and the path that returns it. */
const TouchedRecord = Type.Object(
  { kind: Type.String(), id: Type.String(), path: orNull(Type.String()) },
  { title: 'TouchedRecord' },
);

const ReplayEntry = Type.Object(
  { id: Uuid, outcome: anyOf(DELIVERY_OUTCOMES), received_at: Timestamp, finished_at: Timestamp },
  { title: 'ReplayEntry' },
);

/** A delivery with its headers and body, from which email addresses, names and secrets are removed. */
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

export const listDeliveries = describeEndpoint({
  name: 'listDeliveries',
  group: deliveryGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries',
  scope: 'read:deliveries',
  summary: 'List deliveries, newest first',
  description: 'Lists the webhooks accepted in the last 30 days that have an outcome, replays included.',
  query: {
    provider: textParameter('Only deliveries of this tool, such as jenkins.'),
    integration_id: idParameter('Only deliveries of the integration with this id.'),
    event: textParameter('Only deliveries of exactly this event.'),
    outcome: someOf('outcome', DELIVERY_OUTCOMES, 'Only deliveries with these outcomes.'),
    since: timeParameter(
      'Only deliveries received at or after this ISO 8601 time or date; UTC unless it has an offset.',
    ),
    until: timeParameter('Only deliveries received before this ISO 8601 time or date.'),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: LoggedDeliveryPage,
});

export const getDelivery = describeEndpoint({
  name: 'getDelivery',
  group: deliveryGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries/:id',
  scope: 'read:deliveries',
  summary: 'Get a delivery with its request and the rows it touched',
  description:
    'Headers and body are shown without email addresses or member names, and with credentials masked. `body_truncated` is true when ' +
    `a long body was cut. At most ${MAX_TOUCHED} touched rows are recorded; \`touched_truncated\` is true when there ` +
    'may be more. `replays` contains the newest 50.',
  response: LoggedDeliveryDetail,
});
