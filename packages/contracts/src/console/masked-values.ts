import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { orNull, Timestamp } from '../fields.js';

/** The minimum and maximum length of a masked value. Shorter ones would occur by chance. */
export const MASKED_VALUE_LENGTH = { min: 6, max: 512 } as const;

/** A text masked in a project's logs and deliveries. The text itself is never returned. */
export const MaskedValue = Type.Object({
  id: Type.Integer(),
  /** What the mask says was there. */
  name: Type.String(),
  /** Who added it; null once they have left the account. */
  added_by: orNull(Type.String()),
  created_at: Timestamp,
});
export type MaskedValue = Static<typeof MaskedValue>;

const MaskedValues = Type.Object({ masked_values: Type.Array(MaskedValue), limit: Type.Integer() });

export const listMaskedValues = describeConsole({
  name: 'listMaskedValues',
  method: 'GET',
  path: '/projects/:project_id/masked_values',
  response: MaskedValues,
});

const NAME = /^[A-Za-z0-9](?:[\w .-]{0,58}[\w.-])?$/;

/** A name becomes part of the mask, so it must not contain brackets or separators. */
const nameField = codec(
  Type.String({ minLength: 1, maxLength: 60 }),
  'must have 1 to 60 letters, digits, spaces, dots, hyphens and underscores',
  (value) => (typeof value === 'string' && NAME.test(value.trim()) ? value.trim() : undefined),
);

const { min, max } = MASKED_VALUE_LENGTH;

const isMaskable = (value: string) =>
  value.length >= min &&
  value.length <= max &&
  value.trim() === value &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value);

const valueField = codec(
  Type.String({ minLength: min, maxLength: max }),
  `must be a single line of ${min} to ${max} characters, without spaces at its ends`,
  (value) => (typeof value === 'string' && isMaskable(value) ? value : undefined),
);

export const addMaskedValue = describeConsole({
  name: 'addMaskedValue',
  method: 'POST',
  path: '/projects/:project_id/masked_values',
  role: 'owner',
  audit: 'project.add_masked_value',
  writes: true,
  body: describeBody(
    null,
    { name: required(nameField), value: required(valueField) },
    { name: 'Steam build account', value: 'correct horse battery' },
  ),
  response: MaskedValues,
  success: [201],
});

export const removeMaskedValue = describeConsole({
  name: 'removeMaskedValue',
  method: 'DELETE',
  path: '/projects/:project_id/masked_values/:masked_value_id',
  role: 'owner',
  confirmed: true,
  audit: 'project.remove_masked_value',
  writes: true,
  response: MaskedValues,
});
