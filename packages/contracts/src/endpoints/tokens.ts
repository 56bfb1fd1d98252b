import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, MaybeTimestamp, Timestamp } from '../fields.js';

const group: EndpointGroup = {
  name: 'Tokens',
  description: 'Your own API tokens. Tokens are created in the web settings; no token creates another.',
};

export const ApiToken = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of its value.' }),
    scopes: Type.Array(Type.String()),
    state: anyOf(['active', 'expired', 'revoked', 'retired']),
    created_at: Timestamp,
    last_used_at: MaybeTimestamp,
    expires_at: MaybeTimestamp,
    revoked_at: MaybeTimestamp,
  },
  { title: 'ApiToken' },
);
export type ApiToken = Static<typeof ApiToken>;

export const listApiTokens = describeEndpoint({
  name: 'listApiTokens',
  group,
  method: 'GET',
  path: '/v1/tokens',
  scope: 'manage:tokens',
  summary: 'List your tokens',
  response: Type.Object({ tokens: Type.Array(ApiToken) }, { title: 'ApiTokenList' }),
});

export const revokeApiToken = describeEndpoint({
  name: 'revokeApiToken',
  group,
  method: 'DELETE',
  path: '/v1/tokens/:token_id',
  scope: 'manage:tokens',
  summary: 'Revoke one of your tokens',
  description:
    'The token stops working at once. A token may revoke itself. Revoking a revoked token changes nothing.',
  response: ApiToken,
});
