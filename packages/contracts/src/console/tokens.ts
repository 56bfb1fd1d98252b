import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import {
  choicesField,
  countField,
  idsField,
  nonEmptyField,
  nullableField,
  textField,
  textListField,
} from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { ApiToken } from '../endpoints/tokens.js';
import { anyOf, orNull } from '../fields.js';
import { SCOPES } from '../scopes.js';

const MAX_NAME = 100;
/** The longest lifetime in days that a token, or the limit of an account, can have. */
export const MAX_TOKEN_DAYS = 3_650;
const MAX_PROJECTS = 100;
const MAX_NETWORKS = 20;

/** An API token as its owner sees it. The value is shown only once, at creation. */
export const OwnToken = Type.Object({
  ...ApiToken.properties,
  origin: anyOf(['web', 'cli', 'mcp']),
  /** Empty if unknown. */
  last_used_ip: Type.String(),
  /** The only projects that it can see; null for every project of its owner. */
  project_ids: orNull(Type.Array(Type.Integer())),
  /** The only networks that it works from, in CIDR notation; null for any. */
  networks: orNull(Type.Array(Type.String())),
  /** Whether it lasts longer than a token that is created now may. */
  exceeds_limit: Type.Boolean(),
});
export type OwnToken = Static<typeof OwnToken>;

/** A scope, and what it lets a client do. */
export const ScopeMeaning = Type.Object({ scope: anyOf(SCOPES), meaning: Type.String() });
export type ScopeMeaning = Static<typeof ScopeMeaning>;

export const listTokens = describeConsole({
  name: 'listTokens',
  method: 'GET',
  path: '/tokens',
  response: Type.Object({
    tokens: Type.Array(OwnToken),
    scopes: Type.Array(ScopeMeaning),
    /** The longest lifetime of a new token in days: the shortest that one of the user's accounts sets. */
    max_days: orNull(Type.Integer()),
  }),
});

/**
 * What a token is restricted to; null for everything its owner can reach. What is absent stays as it is; a new token is
 * then not restricted.
 */
const restrictions = {
  project_ids: nullableField(idsField(MAX_PROJECTS, 'project ids')),
  /** Networks in CIDR notation, or single addresses. */
  networks: nullableField(nonEmptyField(textListField(MAX_NETWORKS, 50))),
};

export const createToken = describeConsole({
  name: 'createToken',
  method: 'POST',
  path: '/tokens',
  confirmed: true,
  audit: 'token.create',
  body: describeBody(
    null,
    {
      name: required(textField({ min: 1, max: MAX_NAME })),
      scopes: required(choicesField(SCOPES)),
      /** Null for a token that does not expire. */
      expires_in_days: nullableField(countField(MAX_TOKEN_DAYS)),
      ...restrictions,
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
});

export const restrictToken = describeConsole({
  name: 'restrictToken',
  method: 'POST',
  path: '/tokens/:token_id/restrict',
  confirmed: true,
  audit: 'token.restrict',
  body: describeBody(null, restrictions, { project_ids: [1], networks: ['203.0.113.0/24'] }),
});

/** Ends a token that exceeds the limit as early as one that is created now. */
export const shortenToken = describeConsole({
  name: 'shortenToken',
  method: 'POST',
  path: '/tokens/:token_id/shorten',
  audit: 'token.shorten',
});
