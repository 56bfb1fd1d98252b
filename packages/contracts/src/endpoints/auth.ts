import Type from 'typebox';
import type { BodyField } from '../body.js';
import { describeEndpoint, typed } from '../endpoint.js';
import { AuthContext, IssuedToken } from '../resources/auth.js';
import { Ping } from '../resources/ping.js';

export const getPing = describeEndpoint({
  name: 'getPing',
  method: 'GET',
  path: '/v1/ping',
  scope: 'ping',
  summary: 'Check that the token works',
  query: {},
  response: typed<Ping>(Ping),
});

export const getAuthContext = describeEndpoint({
  name: 'getAuthContext',
  method: 'GET',
  path: '/v1/auth/context',
  scope: 'any_token',
  summary: 'Who the token acts for',
  query: {},
  response: typed<AuthContext>(AuthContext),
});

/** Whatever is wrong with a grant, the answer is the same. */
const grantField: BodyField<string> = {
  schema: Type.String(),
  read: (value) => ({ value: typeof value === 'string' ? value : '' }),
};

export const exchangeToken = describeEndpoint({
  name: 'exchangeToken',
  method: 'POST',
  path: '/v1/cli/token_exchange',
  scope: 'public',
  summary: 'Exchange a login code for an API token',
  description: 'The code works once, with the code_verifier whose SHA-256 was the code_challenge.',
  query: {},
  body: {
    wrapper: null,
    open: true,
    fields: { code: grantField, code_verifier: grantField, device_name: grantField },
    example: { code: 'the code the browser came back with', code_verifier: 'the verifier', device_name: 'my-ws' },
  },
  response: typed<IssuedToken>(IssuedToken),
  errors: ['invalid_grant'],
});
