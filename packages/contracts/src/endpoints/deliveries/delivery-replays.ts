import Type, { type Static } from 'typebox';
import { describeBody } from '../../body.js';
import { countField, flagField, idField, someOfField, textField, timeField } from '../../body-fields.js';
import { describeEndpoint } from '../../endpoint.js';
import { anyOf, CursorPagination, orNull, Uuid } from '../../fields.js';
import { DELIVERY_OUTCOMES } from '../../values.js';
import { deliveryGroup } from './deliveries.js';

/** A row that a replay would create or change, with the fields whose values would change. */
export const PlannedChange = Type.Object(
  {
    kind: Type.String(),
    action: Type.Enum(['create', 'update']),
    id: orNull(Type.String()),
    path: orNull(Type.String()),
    fields: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
  },
  { title: 'PlannedChange' },
);

/** Every change that a replay would make. */
export const ReplayPlan = Type.Object(
  {
    changes: Type.Array(PlannedChange),
    unchanged: Type.Integer(),
    truncated: Type.Boolean(),
  },
  { title: 'ReplayPlan' },
);
export type ReplayPlan = Static<typeof ReplayPlan>;

/** `delivery_id` is the id of the replay. A dry run creates no replay, and returns an outcome instead. */
const replay = {
  delivery_id: Type.Optional(Uuid),
  replay_of: Uuid,
  outcome: Type.Optional(anyOf(DELIVERY_OUTCOMES)),
  reason: Type.Optional(orNull(Type.String())),
};
const result = { status: Type.Enum(['accepted', 'dry_run']), plan: Type.Optional(ReplayPlan) };

export const Replay = Type.Object({ ...result, ...replay }, { title: 'Replay' });
export type Replay = Static<typeof Replay>;

export const ReplayBatch = Type.Object(
  {
    ...result,
    replays: Type.Array(Type.Object(replay, { title: 'ReplayOfBatch' })),
    skipped: Type.Integer(),
    pagination: CursorPagination,
  },
  { title: 'ReplayBatch' },
);
export type ReplayBatch = Static<typeof ReplayBatch>;

const DRY_RUN =
  'With `dry_run`, nothing changes and the response is 200 with a `plan`: every row that would be created or changed, ' +
  'with the fields whose values would change. A dry run that would take more than a few seconds is refused.';

export const replayDelivery = describeEndpoint({
  name: 'replayDelivery',
  group: deliveryGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/deliveries/:delivery_id/replay',
  scope: 'write:deliveries',
  summary: 'Process a delivery again',
  description:
    'Reads and applies the logged request again, with its first time of receipt. Applying the same report twice ' +
    'changes nothing, so nothing is duplicated. The replay is a delivery of its own and appears in the log once it ' +
    `has an outcome; it also resolves the dead letter of the original. ${DRY_RUN}`,
  body: { ...describeBody(null, { dry_run: flagField() }, { dry_run: true }), optional: true },
  response: Replay,
  success: [202, 200],
  writes: true,
  errors: ['delivery_expired', 'dry_run_too_large', 'idempotency_key_reused'],
});

/** The most deliveries that one request may replay. */
export const MAX_REPLAYS = 1_000;
/** The most deliveries that one dry run may cover. */
export const MAX_DRY_RUNS = 50;

export const replayDeliveries = describeEndpoint({
  name: 'replayDeliveries',
  group: deliveryGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/deliveries/replay',
  scope: 'write:deliveries',
  summary: 'Process deliveries again, by filter',
  description:
    'Takes the filters of the list, at least one of them, and replays the matching deliveries from oldest to newest: ' +
    `at most ${MAX_REPLAYS} per request (${MAX_DRY_RUNS} in a dry run), fewer if the bodies are large. While ` +
    '`pagination.has_more` is true, send `pagination.next_cursor` as `cursor` with the same filters. Replays are ' +
    `skipped, and duplicates too unless \`outcome\` includes them. ${DRY_RUN}`,
  body: describeBody(
    null,
    {
      provider: textField({ max: 100 }),
      integration_id: idField(),
      event: textField({ max: 255 }),
      outcome: someOfField('outcome', DELIVERY_OUTCOMES),
      since: timeField(),
      until: timeField(),
      limit: countField(MAX_REPLAYS),
      cursor: textField({ max: 1_000 }),
      dry_run: flagField(),
    },
    { outcome: ['rejected', 'dead'], since: '2026-11-01', dry_run: true },
  ),
  response: ReplayBatch,
  success: [202, 200],
  writes: true,
  errors: ['invalid_cursor', 'dry_run_too_large', 'idempotency_key_reused'],
});
