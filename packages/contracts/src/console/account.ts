import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, flagField, integerField, nullableField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { orNull, Timestamp } from '../fields.js';
import { BUILD_TYPES } from '../values.js';
import { MAX_TOKEN_DAYS } from './tokens.js';

const MAX_NAME = 100;

export const AccountSettings = Type.Object({
  id: Type.Integer(),
  prefixed_id: Type.String(),
  name: Type.String(),
  time_zone: Type.String(),
  time_zones: Type.Array(Type.String()),
  /** Whether members need a second factor to sign in. */
  requires_second_factor: Type.Boolean(),
  /** The longest lifetime of a new API token of a member, in days. */
  max_token_days: orNull(Type.Integer()),
  /** The number of members' tokens that last longer than a token created now may. */
  tokens_over_limit: Type.Integer(),
  created_at: Timestamp,
  projects: Type.Integer(),
  members: Type.Integer(),
  /** The number of people who belong to no other account. They are deleted with this one. */
  only_here: Type.Integer(),
});
export type AccountSettings = Static<typeof AccountSettings>;

export const getAccount = describeConsole({
  name: 'getAccount',
  method: 'GET',
  path: '/accounts/:account_id/settings',
  response: AccountSettings,
});

export const updateAccount = describeConsole({
  name: 'updateAccount',
  method: 'PATCH',
  path: '/accounts/:account_id/settings',
  role: 'owner',
  writes: true,
  audit: 'account.update',
  body: describeBody(
    null,
    {
      name: textField({ min: 1, max: MAX_NAME }),
      time_zone: textField({ min: 1, max: 64 }),
      requires_second_factor: flagField(),
      max_token_days: nullableField(integerField(1, MAX_TOKEN_DAYS)),
    },
    { name: 'Tidewater Games', time_zone: 'Europe/Berlin' },
  ),
  response: AccountSettings,
  errors: ['second_factor_missing'],
});

/** Creates another account, with a project. Owners of an account may do so, unless the operator does not let them. */
export const createAccount = describeConsole({
  name: 'createAccount',
  method: 'POST',
  path: '/accounts/:account_id/accounts',
  role: 'owner',
  writes: true,
  audit: 'account.create',
  body: describeBody(
    null,
    {
      name: required(textField({ min: 1, max: MAX_NAME })),
      project_name: required(textField({ min: 1, max: MAX_NAME })),
      engine: required(choiceField(BUILD_TYPES)),
    },
    { name: 'Driftwood Games', project_name: 'Undertow', engine: 'unreal' },
  ),
  response: Type.Object({ account_id: Type.Integer(), project_id: Type.Integer() }),
  success: [201],
  errors: ['sign_up_closed', 'rate_limited'],
});

/** Whether an export can begin. A refused download shows no reason, so the page asks first. */
export const checkExport = describeConsole({
  name: 'checkExport',
  method: 'GET',
  path: '/accounts/:account_id/export/check',
  role: 'owner',
  confirmed: true,
  errors: ['export_running'],
});

export const deleteAccount = describeConsole({
  name: 'deleteAccount',
  method: 'POST',
  path: '/accounts/:account_id/delete',
  role: 'owner',
  confirmed: true,
  /** The account's name, typed to confirm. */
  body: describeBody(null, { name: required(textField({ max: MAX_NAME })) }, { name: 'Tidewater Games' }),
  deletes: true,
  errors: ['legal_hold'],
});

export const renameYourself = describeConsole({
  name: 'renameYourself',
  method: 'PATCH',
  path: '/profile',
  audit: 'profile.rename',
  body: describeBody(null, { name: required(textField({ min: 1, max: MAX_NAME })) }, { name: 'Maren Holt' }),
});
