import Type, { type Static } from 'typebox';
import { codec } from '../codec.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { MaybeTimestamp, orNull, Timestamp } from '../fields.js';

const group: EndpointGroup = { name: 'Access', description: 'API tokens: what they can do, and how to get one.' };

export const Ping = Type.Object(
  {
    status: Type.Literal('ok'),
    token: Type.Object({
      name: Type.String(),
      prefix: Type.String(),
      scopes: Type.Array(Type.String()),
      expires_at: MaybeTimestamp,
    }),
  },
  { title: 'Ping' },
);
export type Ping = Static<typeof Ping>;

export const AuthContext = Type.Object(
  {
    actor_type: Type.Literal('user'),
    user_id: Type.Integer(),
    account_id: orNull(Type.Integer()),
    scopes: Type.Array(Type.String()),
    token: Type.Object({ name: Type.String(), prefix: Type.String(), expires_at: MaybeTimestamp }),
  },
  { title: 'AuthContext' },
);
export type AuthContext = Static<typeof AuthContext>;

export const IssuedToken = Type.Object(
  {
    token: Type.String(),
    token_type: Type.Literal('bearer'),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    actor: Type.Object({ user_id: Type.Integer(), email: Type.String() }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'IssuedToken' },
);
export type IssuedToken = Static<typeof IssuedToken>;

export const getPing = describeEndpoint({
  name: 'getPing',
  group,
  method: 'GET',
  path: '/v1/ping',
  scope: 'ping',
  summary: 'Check that the token works',
  response: Ping,
});

export const getAuthContext = describeEndpoint({
  name: 'getAuthContext',
  group,
  method: 'GET',
  path: '/v1/auth/context',
  scope: 'any_token',
  summary: 'Get the user the token acts for',
  response: AuthContext,
});

/** Accepts any value: a malformed grant and a wrong one get the same response. */
const grantField = codec(Type.String(), 'must be text', (value) => (typeof value === 'string' ? value : ''));

export const exchangeToken = describeEndpoint({
  name: 'exchangeToken',
  group,
  method: 'POST',
  path: '/v1/cli/token_exchange',
  scope: 'public',
  summary: 'Exchange a login code for an API token',
  description:
    'A code works once, with the code_verifier whose SHA-256 is the code_challenge of the login. A code that is sent ' +
    'again is refused, and the token it was exchanged for is revoked.',
  body: {
    wrapper: null,
    open: true,
    fields: { code: grantField, code_verifier: grantField, device_name: grantField },
    example: {
      code: 'the code from the redirect',
      code_verifier: 'the verifier of the login',
      device_name: 'my-ws',
    },
  },
  response: IssuedToken,
  containsSecret: true,
  errors: ['invalid_grant'],
});
