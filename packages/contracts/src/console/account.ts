import Type, { type Static } from 'typebox';
import { describeBody, textField } from '../body.js';
import { describeConsole } from '../console-endpoint.js';
import { Timestamp } from '../fields.js';
import { Done } from './session.js';

const MAX_NAME = 100;

/** What can be set about an account. */
export const AccountSettings = Type.Object({
  id: Type.Integer(),
  prefixed_id: Type.String(),
  name: Type.String(),
  time_zone: Type.String(),
  /** The zones that may be chosen. */
  time_zones: Type.Array(Type.String()),
  created_at: Timestamp,
  projects: Type.Integer(),
  members: Type.Integer(),
  /** People who belong to no other account. They are deleted with it. */
  only_here: Type.Integer(),
});
export type AccountSettings = Static<typeof AccountSettings>;

export const getAccount = describeConsole({
  name: 'getAccount',
  method: 'GET',
  path: '/accounts/:account_id/settings',
  query: {},
  response: AccountSettings,
});

export const updateAccount = describeConsole({
  name: 'updateAccount',
  method: 'PATCH',
  path: '/accounts/:account_id/settings',
  role: 'owner',
  writes: true,
  audit: 'account.update',
  query: {},
  body: describeBody(
    null,
    { name: textField({ min: 1, max: MAX_NAME }), time_zone: textField({ min: 1, max: 64 }) },
    { name: 'Tidewater Games', time_zone: 'Europe/Berlin' },
  ),
  response: AccountSettings,
});

/** Whether an export can begin. A download that is refused shows no reason, so that the page asks first. */
export const checkExport = describeConsole({
  name: 'checkExport',
  method: 'GET',
  path: '/accounts/:account_id/export/check',
  role: 'owner',
  query: {},
  response: Done,
  errors: ['export_running'],
});

export const deleteAccount = describeConsole({
  name: 'deleteAccount',
  method: 'POST',
  path: '/accounts/:account_id/delete',
  role: 'owner',
  query: {},
  /** The name of the account, typed to confirm. */
  body: describeBody(null, { name: textField({ max: MAX_NAME }, true) }, { name: 'Tidewater Games' }),
  response: Done,
});

/** A person's own name, as the others see it. */
export const renameYourself = describeConsole({
  name: 'renameYourself',
  method: 'PATCH',
  path: '/profile',
  audit: 'profile.rename',
  query: {},
  body: describeBody(null, { name: textField({ min: 1, max: MAX_NAME }, true) }, { name: 'Maren Holt' }),
  response: Done,
});
