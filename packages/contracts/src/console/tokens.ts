import Type, { type Static } from 'typebox';
import { describeBody, textField } from '../body.js';
import { choicesField, countField, nullableField } from '../body-filters.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, Timestamp } from '../fields.js';
import { SCOPES } from '../scopes.js';
import { Done } from './session.js';

const MAX_NAME = 100;
const MAX_DAYS = 3_650;

/** An API token as its owner sees it. The value is shown only once, at creation. */
export const OwnToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Type.String()),
  origin: anyOf(['web', 'cli', 'mcp']),
  state: anyOf(['active', 'expired', 'revoked', 'retired']),
  created_at: Timestamp,
  last_used_at: MaybeTimestamp,
  expires_at: MaybeTimestamp,
  revoked_at: MaybeTimestamp,
});
export type OwnToken = Static<typeof OwnToken>;

/** A scope, and what it lets a client do. */
export const ScopeMeaning = Type.Object({ scope: Type.String(), meaning: Type.String() });
export type ScopeMeaning = Static<typeof ScopeMeaning>;

export const listTokens = describeConsole({
  name: 'listTokens',
  method: 'GET',
  path: '/tokens',
  query: {},
  response: Type.Object({ tokens: Type.Array(OwnToken), scopes: Type.Array(ScopeMeaning) }),
});

export const createToken = describeConsole({
  name: 'createToken',
  method: 'POST',
  path: '/tokens',
  audit: 'token.create',
  query: {},
  body: describeBody(
    null,
    {
      name: textField({ min: 1, max: MAX_NAME }, true),
      scopes: choicesField(SCOPES),
      /** Null for a token that does not expire. */
      expires_in_days: nullableField(countField(MAX_DAYS)),
    },
    { name: 'CI bot', scopes: ['ping', 'read:builds'], expires_in_days: 90 },
  ),
  response: Type.Object({ token: OwnToken, value: Type.String() }),
  containsSecret: true,
});

export const revokeToken = describeConsole({
  name: 'revokeToken',
  method: 'POST',
  path: '/tokens/:token_id/revoke',
  audit: 'token.revoke',
  query: {},
  response: Done,
});
