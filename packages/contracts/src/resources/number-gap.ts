import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, Timestamp } from '../fields.js';
import { GAP_KINDS } from '../values.js';

/** Numbers that a sender counts one by one and that never came. */
export const NumberGap = Type.Object(
  {
    integration_id: Type.Integer(),
    provider: Type.String(),
    kind: anyOf(GAP_KINDS),
    /** The job whose builds are counted, or the server whose changelists are. */
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
