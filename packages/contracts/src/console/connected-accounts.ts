import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { idField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { Timestamp } from '../fields.js';

/** A person's login in another tool. An email address is shortened, unless it is the reader's own. */
export const ConnectedLogin = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  user_name: Type.String(),
  provider: Type.String(),
  uid: Type.String(),
  created_at: Timestamp,
});
export type ConnectedLogin = Static<typeof ConnectedLogin>;

/** An author of recent changes who is not connected to any person. */
export const UnknownAuthor = Type.Object({
  provider: Type.String(),
  /** The name as the tool sends it, without email addresses. */
  author: Type.String(),
  /** One of their changes. Their login may be an email address, so it stays on the server. */
  change_id: Type.Integer(),
  changes: Type.Integer(),
  last_seen_at: Timestamp,
});
export type UnknownAuthor = Static<typeof UnknownAuthor>;

export const listConnectedLogins = describeConsole({
  name: 'listConnectedLogins',
  method: 'GET',
  path: '/accounts/:account_id/connected_accounts',
  response: Type.Object({
    /** For owners, all in the account; for members, their own. */
    connected_accounts: Type.Array(ConnectedLogin),
    /** For owners only, because connecting an author decides whose work it is. */
    unknown_authors: Type.Array(UnknownAuthor),
    people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String() })),
    providers: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  }),
});

export const connectLogin = describeConsole({
  name: 'connectLogin',
  method: 'POST',
  path: '/accounts/:account_id/connected_accounts',
  writes: true,
  audit: 'connected_account.add',
  body: describeBody(
    null,
    {
      user_id: required(idField()),
      provider: textField({ min: 1, max: 50 }),
      uid: textField({ min: 1, max: 255 }),
      /** Replaces provider and uid: the login of this change's author. For owners only. */
      change_id: idField(),
    },
    { user_id: 1, provider: 'perforce', uid: 'mholt' },
  ),
  errors: ['owner_required'],
});

export const disconnectLogin = describeConsole({
  name: 'disconnectLogin',
  method: 'DELETE',
  path: '/accounts/:account_id/connected_accounts/:connected_account_id',
  writes: true,
  audit: 'connected_account.remove',
  errors: ['owner_required'],
});
