import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { Timestamp } from '../fields.js';

/** A browser in which a person is signed in. */
export const OwnSession = Type.Object({
  id: Type.String(),
  /** What the browser calls itself. */
  user_agent: Type.String(),
  ip_address: Type.String(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  is_current: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

export const listSessions = describeConsole({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  response: Type.Object({ sessions: Type.Array(OwnSession) }),
});

export const endOneSession = describeConsole({
  name: 'endOneSession',
  method: 'POST',
  path: '/sessions/:session_id/end',
  audit: 'session.end',
});

export const endOtherSessions = describeConsole({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/sessions/end_others',
  audit: 'session.end_others',
  response: Type.Object({ ended: Type.Integer() }),
});

const MAX_PASSWORD = 800;

export const changePassword = describeConsole({
  name: 'changePassword',
  method: 'POST',
  path: '/password',
  audit: 'password.change',
  body: describeBody(
    null,
    {
      current_password: required(textField({ min: 1, max: MAX_PASSWORD })),
      new_password: required(textField({ min: 1, max: MAX_PASSWORD })),
    },
    { current_password: 'the old one', new_password: 'a long new one' },
  ),
  response: Type.Object({ ended_sessions: Type.Integer() }),
  errors: ['wrong_password', 'rate_limited'],
});
