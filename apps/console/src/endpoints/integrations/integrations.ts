import { randomUUID } from 'node:crypto';
import {
  type BodyValues,
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  sendTestEvent,
  serverOrigin,
  testJenkinsServer,
  updateIntegration,
} from '@slipway/contracts';
import {
  addSigningSecret,
  announceChange,
  type DatabaseHandle,
  deleteIntegration as dropIntegration,
  editIntegration,
  findSigningSecret,
  type IntegrationSettingsRecord,
  createIntegration as insertIntegration,
  lockConfig,
  removeApiToken,
  requestPoll,
  setTestToken,
} from '@slipway/db';
import { decryptSecret, hashToken, pageAt, sealSecret } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { type Provider, providers, testEventOf } from '@slipway/providers';
import { TEST_AGENT } from '@slipway/providers/setups';
import { requireConfirmed } from '../../auth/confirmation/routes.js';
import { defineConsoleChange, defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { mailSecret } from '../../mail-secret.js';
import { newSecret, newToken } from './credentials.js';
import { changedIntegration, loadIntegration, showIntegration } from './load-integration.js';
import {
  hasSignedTime,
  presentIntegration,
  presentProvider,
  providerOf,
  SETTINGS,
  signatureOf,
} from './present-integration.js';

export const list = defineConsoleEndpoint(listIntegrations, async ({ project, services }) => {
  const integrations = await services.reads.listIntegrationHealth({
    projectId: project.id,
    testAgent: TEST_AGENT,
  });
  return {
    integrations: integrations.map(presentIntegration),
    providers: providers.map(presentProvider),
  };
});

export const get = defineConsoleEndpoint(getIntegration, async (input) => {
  const { id } = await loadIntegration(input);
  const integration = await showIntegration(input.services, input.project.id, id);
  // Settings may name a person, such as the user of a Jenkins server.
  return input.account.role === 'owner' ? integration : { ...integration, settings: {} };
});

export const create = defineConsoleChange(createIntegration, async (input) => {
  const { project, body, tx, services } = input;
  const provider = requireProvider(body.provider);
  const { token, stored } = newToken();
  const secret = body.with_secret ? newSecret() : null;
  const { id: projectId, accountId } = project;
  const { name } = body;
  const config = provider.initialConfig?.(`${services.baseUrl}/webhooks/${provider.endpoints[0]?.path}`) ?? {};
  const fields = { accountId, projectId, provider: provider.id, name, config, ...stored };
  const id = await insertIntegration(tx, fields);
  if (secret !== null) {
    await addSigningSecret(tx, sealSecret(services.appSecrets, id, secret));
    await mailSecret(tx, input, { name, integrationId: id, isFirst: true });
  }
  const integration = await changedIntegration(input, { id, name }, { provider: provider.id });
  const ids = { projectId, integrationId: id };
  return created({ integration, token, secret }, pageAt('/projects/$projectId/integrations/$integrationId', ids));
});

function requireProvider(name: string): Provider {
  const provider = providers.find(({ id }) => id === name);
  if (provider !== undefined) return provider;
  const message = `must be one of ${providers.map(({ id }) => id).join(', ')}`;
  throw invalidField('provider', message);
}

type Body = BodyValues<typeof updateIntegration.body>;
type Config = IntegrationSettingsRecord['config'];

export const update = defineConsoleChange(updateIntegration, async (input) => {
  const { caller, body, services } = input;
  const integration = await loadIntegration(input);
  requireWebUrl('server_url', body.server_url);
  // Slipway sends the API token to this server, and shows its answers.
  if (body.server_url !== undefined || lowersProtection(integration, body)) requireConfirmed(caller, services);
  requireSigned(integration.provider, body);
  const isTokenRemoved = await applyEdit(input.tx, integration.id, body);
  return changedIntegration(input, integration, { ...body, ...(isTokenRemoved && { api_token_removed: true }) });
});

/** Refuses a text that is neither empty nor the address of a server. */
export function requireWebUrl(field: string, text: string | undefined): void {
  if (!text) return;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return;
  const message =
    url !== null && isWeb
      ? 'must not contain credentials: they have fields of their own'
      : 'must be an http or https URL';
  throw invalidField(field, message);
}

/** Whether an edit accepts requests that were refused before. */
function lowersProtection(before: IntegrationSettingsRecord, edit: Body): boolean {
  const { signature_tolerance_minutes: toleranceMinutes = 0 } = edit;
  return (
    (before.requireSignatures && edit.require_signatures === false) ||
    toleranceMinutes > before.signatureToleranceMinutes ||
    (!before.active && edit.active === true)
  );
}

/** Returns whether the API token was removed because the server is no longer the one it was entered for. */
async function applyEdit(tx: DatabaseHandle, id: number, body: Body): Promise<boolean> {
  const before = found(await lockConfig(tx, id));
  const config = editedConfig(before, body);
  const { name, active, require_signatures: requireSignatures } = body;
  const { signature_tolerance_minutes: signatureToleranceMinutes } = body;
  await editIntegration(tx, id, {
    ...(name !== undefined && { name }),
    ...(active !== undefined && { active }),
    ...(requireSignatures !== undefined && { requireSignatures }),
    ...(signatureToleranceMinutes !== undefined && { signatureToleranceMinutes }),
    config,
  });
  const isSameServer = serverOrigin(before['server_url']) === serverOrigin(config['server_url']);
  return isSameServer ? false : removeApiToken(tx, id);
}

/** The settings after the edit. An empty text removes a setting. */
function editedConfig(config: Config, body: Body): Record<string, unknown> {
  const next: Record<string, unknown> = { ...config };
  for (const name of SETTINGS) {
    const value = body[name]?.trim();
    if (value === '') delete next[name];
    else if (value !== undefined) next[name] = name === 'changelist_gaps' ? value === 'true' : value;
  }
  return next;
}

function requireSigned(providerId: string, body: Body): void {
  const provider = providerOf(providerId);
  const isSigned = provider !== undefined && signatureOf(provider) !== 'none';
  if (body.require_signatures && !isSigned)
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  if (body.signature_tolerance_minutes !== undefined && !hasSignedTime(provider))
    throw new ApiError('invalid_parameter', { message: 'This tool does not timestamp its signatures.' });
}

const TOKEN_LIFETIME_MS = 60_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Posts to the webhook endpoint as the tool would. Only the hash of the integration's token is stored, so the request
 * uses a temporary token of its own.
 */
export const sendTestEventEndpoint = defineConsoleEndpoint(sendTestEvent, async (input) => {
  const { audit, services } = input;
  const { database, clock, appSecrets, baseUrl } = services;
  const { id, name, provider, config } = await loadIntegration(input);
  const stored = await findSigningSecret(database, id);
  const now = clock.now();
  const test = found(testEventOf(provider, { now, id: randomUUID(), isSigned: stored !== null }));
  const { token } = newToken();
  const { event, signature } = test;
  const body = JSON.stringify(event.body);
  const secret = stored && decryptSecret(appSecrets, id, stored);
  const signed = secret && signature ? signature.sign({ body, secret, config, token, now }) : null;
  await database.modelTransaction(async (tx) => {
    const until = new Date(now + TOKEN_LIFETIME_MS);
    await setTestToken(tx, id, { hash: hashToken(token), until });
    await audit(tx, { target: name, detail: { integration_id: id } });
  });
  const headers = { ...event.headers, ...signed };
  const answer = await post(`${baseUrl}/webhooks/${event.path}?token=${token}`, body, headers);
  // The event was sent. A token that cannot be removed expires by itself within a minute.
  await setTestToken(database, id, null).catch(() => undefined);
  return { ...answer, path: `/webhooks/${event.path}`, signed: signed !== null, effect: event.effect };
});

async function post(url: string, body: string, headers: Readonly<Record<string, string>>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': TEST_AGENT, ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as { delivery_id?: string; message?: string };
    return {
      status: response.status,
      delivery_id: response.ok ? (answer.delivery_id ?? null) : null,
      message: answer.message ?? null,
    };
  } catch {
    const message = 'The service did not respond at its own URL. Check BASE_URL.';
    return { status: null, delivery_id: null, message };
  }
}

/**
 * A worker polls the server immediately, with the usual network rules and credentials. The state of the poll is the
 * result of the test.
 */
export const testJenkins = defineConsoleChange(testJenkinsServer, async (input) => {
  const { project, tx, services } = input;
  const { id } = await loadIntegration(input);
  await requestPoll(tx, id, new Date(services.clock.now()));
  await announceChange(tx, project.id, 'integration');
});

export const remove = defineConsoleChange(deleteIntegration, async (input) => {
  const { id, name, provider } = await loadIntegration(input);
  await dropIntegration(input.tx, id);
  await input.audit({ target: name, detail: { integration_id: id, provider }, announces: 'integration' });
});
