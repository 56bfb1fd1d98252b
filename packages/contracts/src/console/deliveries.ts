import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { LoggedDelivery } from '../endpoints/deliveries/deliveries.js';
import { anyOf, CursorPagination, orNull, Timestamp } from '../fields.js';
import { DELIVERY_FILTERS } from '../list-filters.js';
import { idParameter, pageParameters } from '../parameters.js';

/** An account's delivery, with the first rows it touched. */
export const ConsoleDelivery = Type.Object({
  ...LoggedDelivery.properties,
  project_id: Type.Integer(),
  /** Whether it was rejected or dead, and a replay has applied it since. */
  resolved: Type.Boolean(),
  touched: Type.Array(Type.Object({ kind: Type.String(), id: Type.String() })),
});
export type ConsoleDelivery = Static<typeof ConsoleDelivery>;

export const listAccountDeliveries = describeConsole({
  name: 'listAccountDeliveries',
  method: 'GET',
  path: '/accounts/:account_id/deliveries',
  query: { ...DELIVERY_FILTERS, ...pageParameters },
  response: Type.Object({ deliveries: Type.Array(ConsoleDelivery), pagination: CursorPagination }),
});

/** A delivery that was accepted, and that no worker has applied yet. */
export const WaitingDelivery = Type.Object({
  id: Type.String(),
  project_id: Type.Integer(),
  provider: Type.String(),
  event: Type.String(),
  received_at: Timestamp,
});
export type WaitingDelivery = Static<typeof WaitingDelivery>;

/** The accepted deliveries that are not applied yet. None, while workers keep up. */
export const listWaitingDeliveries = describeConsole({
  name: 'listWaitingDeliveries',
  method: 'GET',
  path: '/accounts/:account_id/waiting_deliveries',
  query: { project_id: idParameter('Only deliveries of this project.') },
  response: Type.Object({
    count: Type.Integer(),
    /** False if there are more than `count`. */
    is_exact: Type.Boolean(),
    /** The oldest ones. */
    deliveries: Type.Array(WaitingDelivery),
  }),
});

/** Why a request with a valid token was refused. */
const Refusal = Type.Object({
  integration_id: Type.Integer(),
  received_at: Timestamp,
  error: Type.String(),
  message: Type.String(),
});

/** Where the delivery with an id is that a sender was given. */
export const locateDelivery = describeConsole({
  name: 'locateDelivery',
  method: 'GET',
  path: '/accounts/:account_id/deliveries/:delivery_id',
  response: Type.Object({
    place: anyOf(['log', 'queue', 'refused', 'nowhere']),
    /** Null if it is nowhere. */
    project_id: orNull(Type.Integer()),
    /** Null unless it was refused. */
    refusal: orNull(Refusal),
  }),
});

/** A row that a delivery touched, by the name people know it by. */
export const TouchedRow = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  /** Null if the row no longer exists. */
  label: orNull(Type.String()),
  status: orNull(Type.String()),
  /** The path of its page; null if it has none. */
  url: orNull(Type.String()),
});
export type TouchedRow = Static<typeof TouchedRow>;

export const listTouchedRows = describeConsole({
  name: 'listTouchedRows',
  method: 'GET',
  path: '/projects/:project_id/deliveries/:delivery_id/touched',
  response: Type.Object({ touched: Type.Array(TouchedRow) }),
});
