import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { Done } from './session.js';

/** The second factor of the signed-in user. It is set up and removed on pages that work without scripts. */
export const OwnSecondFactor = Type.Object({
  is_on: Type.Boolean(),
  /** Whether one of the user's accounts requires it. */
  is_required: Type.Boolean(),
  unused_recovery_codes: Type.Integer(),
});
export type OwnSecondFactor = Static<typeof OwnSecondFactor>;

export const getSecondFactor = describeConsole({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/second_factor',
  query: {},
  response: OwnSecondFactor,
});

/** Each of the member's accounts records it, not only this one, so the contract declares no audit. */
export const resetMemberSecondFactor = describeConsole({
  name: 'resetMemberSecondFactor',
  method: 'POST',
  path: '/accounts/:account_id/members/:user_id/reset_second_factor',
  role: 'owner',
  query: {},
  response: Done,
});
