import Type from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, textField } from '../body-fields.js';
import { codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { orNull } from '../fields.js';
import { ConsoleIntegrationDetail } from './integrations.js';

/** How long a replaced token or secret keeps working. */
export const OVERLAPS = ['none', '1h', '24h', '7d'] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** Visible ASCII without spaces, the characters that tools use in secrets. */
const secretField = codec(
  Type.String({ minLength: 8, maxLength: 512 }),
  'must have 8 to 512 characters without spaces',
  (value) => (typeof value === 'string' && /^[\x21-\x7e]{8,512}$/.test(value) ? value : undefined),
);

export const rotateIntegrationToken = describeConsole({
  name: 'rotateIntegrationToken',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/token',
  role: 'owner',
  confirmed: true,
  audit: 'integration.rotate_token',
  writes: true,
  body: describeBody(null, { overlap: required(choiceField(OVERLAPS)) }, { overlap: '24h' }),
  response: Type.Object({ integration: ConsoleIntegrationDetail, token: Type.String() }),
  containsSecret: true,
});

export const endPreviousTokens = describeConsole({
  name: 'endPreviousTokens',
  method: 'DELETE',
  path: '/projects/:project_id/integrations/:integration_id/token/previous',
  role: 'owner',
  audit: 'integration.end_previous_token',
  writes: true,
  response: ConsoleIntegrationDetail,
});

export const rotateIntegrationSecret = describeConsole({
  name: 'rotateIntegrationSecret',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/secret',
  role: 'owner',
  confirmed: true,
  audit: 'integration.rotate_secret',
  writes: true,
  body: describeBody(
    null,
    {
      /** The secret that the tool shows; if absent, Slipway generates one. */
      secret: secretField,
      overlap: required(choiceField(OVERLAPS)),
    },
    { overlap: '24h' },
  ),
  response: Type.Object({
    integration: ConsoleIntegrationDetail,
    /** The secret that Slipway generated, shown only once. */
    secret: orNull(Type.String()),
  }),
  containsSecret: true,
});

export const removeIntegrationSecrets = describeConsole({
  name: 'removeIntegrationSecrets',
  method: 'DELETE',
  path: '/projects/:project_id/integrations/:integration_id/secret',
  role: 'owner',
  confirmed: true,
  audit: 'integration.remove_secrets',
  writes: true,
  response: ConsoleIntegrationDetail,
});

export const endPreviousSecrets = describeConsole({
  name: 'endPreviousSecrets',
  method: 'DELETE',
  path: '/projects/:project_id/integrations/:integration_id/secret/previous',
  role: 'owner',
  audit: 'integration.end_previous_secrets',
  writes: true,
  response: ConsoleIntegrationDetail,
});

export const setJenkinsToken = describeConsole({
  name: 'setJenkinsToken',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/jenkins_token',
  role: 'owner',
  confirmed: true,
  audit: 'integration.set_jenkins_token',
  writes: true,
  body: describeBody(null, { api_token: required(textField({ max: 500 })) }, { api_token: '11ab…' }),
  response: ConsoleIntegrationDetail,
});

export const setBuildkiteToken = describeConsole({
  name: 'setBuildkiteToken',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/buildkite_token',
  role: 'owner',
  confirmed: true,
  audit: 'integration.set_buildkite_token',
  writes: true,
  body: describeBody(null, { api_token: required(textField({ max: 500 })) }, { api_token: 'bkua_…' }),
  response: ConsoleIntegrationDetail,
});

export const openHandshakeWindow = describeConsole({
  name: 'openHandshakeWindow',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/handshake_window',
  role: 'owner',
  confirmed: true,
  audit: 'integration.open_handshake',
  writes: true,
  response: ConsoleIntegrationDetail,
});
