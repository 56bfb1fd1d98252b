import { describeBody } from '../body.js';
import { flagField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { ConsoleIntegrationDetail } from './integrations.js';

/** The API of github.com. GitHub Enterprise Server has its own, below `/api/v3`. */
export const GITHUB_API_URL = 'https://api.github.com';

export const saveGithubConnection = describeConsole({
  name: 'saveGithubConnection',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/github_connection',
  role: 'owner',
  confirmed: true,
  audit: 'integration.set_github_connection',
  writes: true,
  body: describeBody(
    null,
    {
      statuses: flagField(),
      comments: flagField(),
      /** Empty for github.com. */
      api_url: textField({ max: 500 }),
      /** The id of a GitHub App, whose private key is the credential; empty if the credential is a token. */
      app_id: textField({ max: 64 }),
      /** A token or a private key. The stored one stays if this is absent; an empty text removes it. */
      credential: textField({ max: 8_192 }),
    },
    { statuses: true, comments: true, credential: 'github_pat_…' },
  ),
  response: ConsoleIntegrationDetail,
});

export const testGithubConnection = describeConsole({
  name: 'testGithubConnection',
  method: 'POST',
  path: '/projects/:project_id/integrations/:integration_id/github_connection/test',
  role: 'owner',
  writes: true,
});
