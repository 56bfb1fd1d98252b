import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { anyOf, CursorPagination, Timestamp } from '../../fields.js';
import { countParameter, cursorParameter, idParameter, limitParameter, oneOf } from '../../parameters.js';
import { GAP_KINDS } from '../../values.js';
import { deliveryGroup } from './deliveries.js';

/** A run of consecutive numbers that no delivery mentioned. */
export const NumberGap = Type.Object(
  {
    integration_id: Type.Integer(),
    provider: Type.String(),
    kind: anyOf(GAP_KINDS),
    /** The CI job that numbers its builds, or the server that numbers its changelists. */
    series: Type.String(),
    first_missing: Type.String(),
    last_missing: Type.String(),
    count: Type.Integer(),
    certainty: Type.Enum(['likely', 'possible']),
    before_at: Timestamp,
    after_at: Timestamp,
  },
  { title: 'NumberGap' },
);
export type NumberGap = Static<typeof NumberGap>;

export const NumberGapPage = Type.Object(
  { gaps: Type.Array(NumberGap), pagination: CursorPagination },
  { title: 'NumberGapPage' },
);
export type NumberGapPage = Static<typeof NumberGapPage>;

/** How many days a request without `days` covers. */
export const DEFAULT_GAP_DAYS = 30;
const MAX_GAP_DAYS = 90;

export const listDeliveryGaps = describeEndpoint({
  name: 'listDeliveryGaps',
  group: deliveryGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/deliveries/gaps',
  scope: 'read:deliveries',
  summary: 'List missing build and changelist numbers, newest first',
  description:
    'Lists build numbers missing within a job, and changelist numbers missing within a Perforce server, among the ' +
    'newest 20,000 builds and changelists of the period. Pending changelists and other depots use numbers too, so a ' +
    "changelist gap is `possible`; it is `likely` only if the integration's `changelist_gaps` is true. More than 1,000 " +
    'consecutive missing numbers count as a jump, not a gap.',
  query: {
    kind: oneOf('kind', GAP_KINDS, 'Only gaps of this kind.'),
    integration_id: idParameter('Only gaps of the integration with this id.'),
    days: countParameter(`How many days to look back; at most ${MAX_GAP_DAYS}.`, MAX_GAP_DAYS, DEFAULT_GAP_DAYS),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: NumberGapPage,
});
