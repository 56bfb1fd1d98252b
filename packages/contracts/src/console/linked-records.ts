import Type, { type Static } from 'typebox';
import { anyOf, DigitsId } from '../fields.js';
import { BUILD_STATUSES } from '../values.js';

/** A change as other records refer to it. */
export const ChangeLink = Type.Object({
  id: Type.Integer(),
  display_identifier: Type.String(),
  /** The first line of its description. */
  subject: Type.String(),
  author: Type.String(),
});
export type ChangeLink = Static<typeof ChangeLink>;

/** A build as other records refer to it. */
export const BuildLink = Type.Object({
  id: DigitsId,
  job_name: Type.String(),
  number: Type.String(),
  status: anyOf(BUILD_STATUSES),
  is_stale: Type.Boolean(),
});
export type BuildLink = Static<typeof BuildLink>;
