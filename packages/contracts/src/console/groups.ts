import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { flagField, idField, idsField, nullableField, textField } from '../body-fields.js';
import { codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { orNull } from '../fields.js';

const MAX_NAME = 60;
export const MAX_GROUP_MEMBERS = 100;

const Day = Type.String({ format: 'date' });
const GroupPerson = Type.Object({ user_id: Type.Integer(), name: Type.String() });

/** A team of an account. */
export const Group = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** How ownership rules write it. */
  handle: Type.String(),
  /** In the order in which they take turns on call. */
  members: Type.Array(GroupPerson),
  /** The Monday from which they take turns; null if they do not. */
  rotates_from: orNull(Day),
  /** Who is on call in each of the next weeks, this one first; null if nobody is. */
  weeks: Type.Array(Type.Object({ week: Day, on_call: orNull(GroupPerson), is_swap: Type.Boolean() })),
});
export type Group = Static<typeof Group>;

const Groups = Type.Object({ groups: Type.Array(Group) });

export const listGroups = describeConsole({
  name: 'listGroups',
  method: 'GET',
  path: '/accounts/:account_id/groups',
  response: Groups,
});

const fields = {
  name: textField({ min: 1, max: MAX_NAME }),
  user_ids: idsField(MAX_GROUP_MEMBERS, 'user ids'),
  rotates: flagField(),
};

export const createGroup = describeConsole({
  name: 'createGroup',
  method: 'POST',
  path: '/accounts/:account_id/groups',
  role: 'owner',
  writes: true,
  audit: 'group.create',
  body: describeBody(
    null,
    { name: required(fields.name), user_ids: required(fields.user_ids), rotates: fields.rotates },
    { name: 'Rendering', user_ids: [1, 2], rotates: true },
  ),
  response: Groups,
  success: [201],
});

export const updateGroup = describeConsole({
  name: 'updateGroup',
  method: 'PATCH',
  path: '/accounts/:account_id/groups/:group_id',
  role: 'owner',
  writes: true,
  audit: 'group.change',
  body: describeBody(null, fields, { user_ids: [2, 1] }),
  response: Groups,
});

export const deleteGroup = describeConsole({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/accounts/:account_id/groups/:group_id',
  role: 'owner',
  writes: true,
  audit: 'group.delete',
  response: Groups,
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONDAY = 1;

const mondayField = codec(Day, 'must be the date of a Monday', (value) => {
  const day = typeof value === 'string' && DAY.test(value) ? value : '';
  return new Date(day).getUTCDay() === MONDAY ? day : undefined;
});

/** Members agree on it among themselves, so that owners need not. */
export const takeWeek = describeConsole({
  name: 'takeWeek',
  method: 'POST',
  path: '/accounts/:account_id/groups/:group_id/weeks',
  writes: true,
  audit: 'group.swap_week',
  body: describeBody(
    null,
    { week: required(mondayField), user_id: required(nullableField(idField())) },
    { week: '2026-11-16', user_id: 2 },
  ),
  response: Groups,
});
