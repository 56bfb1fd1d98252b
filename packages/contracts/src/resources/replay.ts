import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, orNull, Uuid } from '../fields.js';
import { DELIVERY_OUTCOMES } from '../values.js';

/** A row that a replay would make or change, and the fields that would be others. */
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
export type PlannedChange = Static<typeof PlannedChange>;

/** All that a replay would change. */
export const ReplayPlan = Type.Object(
  {
    changes: Type.Array(PlannedChange),
    unchanged: Type.Integer(),
    truncated: Type.Boolean(),
  },
  { title: 'ReplayPlan' },
);
export type ReplayPlan = Static<typeof ReplayPlan>;

/** `delivery_id` is what the replay goes by; a dry run makes none and tells its outcome instead. */
const replay = {
  delivery_id: Type.Optional(Uuid),
  replay_of: Uuid,
  outcome: Type.Optional(anyOf(DELIVERY_OUTCOMES)),
  reason: Type.Optional(orNull(Type.String())),
};
const answer = { status: Type.Enum(['accepted', 'dry_run']), plan: Type.Optional(ReplayPlan) };

export const Replay = Type.Object({ ...answer, ...replay }, { title: 'Replay' });
export type Replay = Static<typeof Replay>;

export const ReplayBatch = Type.Object(
  {
    ...answer,
    replays: Type.Array(Type.Object(replay, { title: 'ReplayOfBatch' })),
    skipped: Type.Integer(),
    pagination: CursorPagination,
  },
  { title: 'ReplayBatch' },
);
export type ReplayBatch = Static<typeof ReplayBatch>;
