import { createPrivateKey } from 'node:crypto';
import {
  type BodyValues,
  GITHUB_API_URL,
  saveGithubConnection,
  serverOrigin,
  testGithubConnection,
} from '@slipway/contracts';
import {
  announceChange,
  type GithubSettings,
  type IntegrationSettingsRecord,
  requestGithubTest,
  saveGithubSettings,
} from '@slipway/db';
import { sealSecret } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleChange } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireWebUrl } from './integrations.js';
import { changedIntegration, loadIntegration } from './load-integration.js';

type Body = BodyValues<typeof saveGithubConnection.body>;

export const saveGithub = defineConsoleChange(saveGithubConnection, async (input) => {
  const { project, body, tx, services } = input;
  const integration = await loadIntegration(input);
  const { id } = integration;
  found(integration.provider === 'github' ? integration : null);
  const settings = editedSettings(integration, body);
  const credential = editedCredential(integration, settings, body);
  const sealed = typeof credential === 'string' ? sealSecret(services.appSecrets, id, credential) : credential;
  const place = { integrationId: id, projectId: project.id };
  await saveGithubSettings(tx, place, { ...settings, ...(sealed !== undefined && { credential: sealed }) });
  const { statuses, comments, apiUrl: api_url, appId: app_id } = settings;
  const change = sealed === undefined ? {} : { credential: sealed === null ? 'removed' : 'set' };
  return changedIntegration(input, integration, { statuses, comments, api_url, app_id, ...change });
});

/** The settings after the edit. What the body does not name stays. */
function editedSettings({ github }: IntegrationSettingsRecord, body: Body): GithubSettings {
  const apiUrl = body.api_url?.trim() ?? github?.apiUrl ?? '';
  const appId = body.app_id?.trim() ?? github?.appId ?? '';
  requireWebUrl('api_url', apiUrl);
  if (!/^[\w.-]*$/.test(appId)) throw invalidField('app_id', 'must be the ID of a GitHub App');
  return {
    statuses: body.statuses ?? github?.statuses ?? false,
    comments: body.comments ?? github?.comments ?? false,
    apiUrl: apiUrl === '' ? GITHUB_API_URL : apiUrl.replace(/\/+$/, ''),
    appId: appId === '' ? null : appId,
  };
}

/**
 * The credential to store; null removes the stored one, and undefined leaves it. It is only ever sent to the server, and
 * used for the App, that it was entered for.
 */
function editedCredential(
  { github, hasApiToken }: IntegrationSettingsRecord,
  { statuses, comments, apiUrl, appId }: GithubSettings,
  { credential }: Body,
): string | null | undefined {
  const entered = credential?.trim();
  if (entered) {
    requireUsable(entered, appId);
    return entered;
  }
  const before = github ?? { apiUrl: null, appId: null };
  const isSame = serverOrigin(before.apiUrl) === serverOrigin(apiUrl) && before.appId === appId;
  const isKept = entered === undefined && isSame && hasApiToken;
  if (!isKept && (statuses || comments)) throw invalidField('credential', 'is required');
  return isKept || !hasApiToken ? undefined : null;
}

function requireUsable(credential: string, appId: string | null): void {
  if (appId === null && !/^[\x21-\x7e]+$/.test(credential))
    throw invalidField('credential', 'must be a token, without spaces. A private key also needs an App ID.');
  if (appId !== null && !isPrivateKey(credential))
    throw invalidField('credential', 'must be the private key of the App, in PEM format');
}

/** GitHub's Apps have RSA keys. */
function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** A worker contacts GitHub immediately, with the usual network rules. The state of the connection is the result. */
export const testGithub = defineConsoleChange(testGithubConnection, async (input) => {
  const { id } = await loadIntegration(input);
  await requestGithubTest(input.tx, id);
  await announceChange(input.tx, input.project.id, 'integration');
});
