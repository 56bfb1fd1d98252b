import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { MaybeTimestamp, Timestamp } from '../fields.js';

/** A passkey of the signed-in user. */
export const OwnPasskey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: MaybeTimestamp,
});
export type OwnPasskey = Static<typeof OwnPasskey>;

/** The second factors of the signed-in user. They are set up on pages that users who are signing in can open too. */
export const OwnSecondFactor = Type.Object({
  is_on: Type.Boolean(),
  has_app: Type.Boolean(),
  passkeys: Type.Array(OwnPasskey),
  /** Whether browsers offer passkeys at the address of this service. */
  can_add_passkeys: Type.Boolean(),
  /** Whether one of the user's accounts requires it. */
  is_required: Type.Boolean(),
  unused_recovery_codes: Type.Integer(),
});
export type OwnSecondFactor = Static<typeof OwnSecondFactor>;

export const getSecondFactor = describeConsole({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/second_factor',
  response: OwnSecondFactor,
});

const MAX_NAME = 100;

export const renamePasskey = describeConsole({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/passkeys/:passkey_id',
  audit: 'passkey.rename',
  body: describeBody(null, { name: required(textField({ min: 1, max: MAX_NAME })) }, { name: 'Work laptop' }),
});

export const removePasskey = describeConsole({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/passkeys/:passkey_id',
  confirmed: true,
  audit: 'passkey.remove',
  errors: ['second_factor_required'],
});

/** Each of the member's accounts records it, not only this one, so the contract declares no audit. */
export const resetMemberSecondFactor = describeConsole({
  name: 'resetMemberSecondFactor',
  method: 'POST',
  path: '/accounts/:account_id/members/:user_id/reset_second_factor',
  role: 'owner',
  confirmed: true,
  errors: ['unowned_account'],
});
