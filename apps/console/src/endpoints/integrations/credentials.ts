import { randomBytes } from 'node:crypto';
import {
  type ConsoleIntegrationDetail,
  endPreviousSecrets,
  endPreviousTokens,
  type Overlap,
  openHandshakeWindow,
  removeIntegrationSecrets,
  rotateIntegrationSecret,
  rotateIntegrationToken,
  setBuildkiteToken,
  setJenkinsToken,
} from '@slipway/contracts';
import {
  announceChange,
  dropPreviousTokens,
  mailNewSecret,
  openHandshakeWindow as openWindow,
  replaceApiToken,
  replaceSigningSecret,
  replaceToken,
  retireSigningSecrets,
  type StoredToken,
} from '@slipway/db';
import { hashToken, sealSecret } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { type ConsoleInput, defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { providerOf } from './present-integration.js';

export const openHandshakeWindowEndpoint = defineConsoleEndpoint(openHandshakeWindow, async (input) => {
  const { project, audit, services } = input;
  const { id, name, provider } = await loadIntegration(input);
  if (!providerOf(provider)?.secretByHandshake)
    throw new ApiError('invalid_parameter', {
      message: 'This tool does not send its signing secret in a handshake.',
    });
  return services.database.modelTransaction(async (tx) => {
    await openWindow(tx, id);
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});

export const rotateSecret = defineConsoleEndpoint(rotateIntegrationSecret, async (input) => {
  const { caller, project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const { signature } = await showIntegration(services, project.id, id);
  if (signature === 'none')
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  const made = body.secret === undefined ? newSecret() : null;
  const stored = sealSecret(services.appSecrets, id, made ?? body.secret ?? '');
  const now = services.clock.now();
  const integration = await services.database.modelTransaction(async (tx) => {
    await replaceSigningSecret(tx, stored, overlapEnd(body.overlap, now));
    await audit(tx, { target: name, detail: { integration_id: id, overlap: body.overlap } });
    await mailNewSecret(tx, project.accountId, {
      ...{ name, integrationId: id, projectId: project.id, projectName: project.name },
      ...{ replacedBy: caller.user.name, replacedAt: new Date(now).toISOString(), ipAddress: caller.ipAddress },
    });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
  return { integration, secret: made };
});

export const rotateToken = defineConsoleEndpoint(rotateIntegrationToken, async (input) => {
  const { project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const { token, stored } = newToken();
  const now = services.clock.now();
  const previousUntil = body.overlap === 'none' ? null : overlapEnd(body.overlap, now);
  const integration = await services.database.modelTransaction(async (tx) => {
    await replaceToken(tx, id, { ...stored, previousUntil, now: new Date(now) });
    await audit(tx, { target: name, detail: { integration_id: id, overlap: body.overlap } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
  return { integration, token };
});

export const setBuildkiteTokenEndpoint = defineConsoleEndpoint(setBuildkiteToken, saveApiToken);

export const setJenkinsTokenEndpoint = defineConsoleEndpoint(setJenkinsToken, saveApiToken);

export const endPreviousSecretsEndpoint = defineConsoleEndpoint(endPreviousSecrets, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  return services.database.modelTransaction(async (tx) => {
    await retireSigningSecrets(tx, id, { which: 'replaced', now: new Date(services.clock.now()) });
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});

export const endPreviousTokensEndpoint = defineConsoleEndpoint(endPreviousTokens, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  return services.database.modelTransaction(async (tx) => {
    await dropPreviousTokens(tx, id);
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});

export const removeSecrets = defineConsoleEndpoint(removeIntegrationSecrets, async (input) => {
  const { project, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  await services.database.modelTransaction(async (tx) => {
    await retireSigningSecrets(tx, id, { which: 'all', now: new Date(services.clock.now()) });
    await audit(tx, { target: name, detail: { integration_id: id } });
    await announceChange(tx, project.id, 'integration');
  });
  return showIntegration(services, project.id, id);
});

/** Creates a webhook token, and the form in which it is stored. */
export function newToken(): { readonly token: string; readonly stored: StoredToken } {
  const token = randomBytes(32).toString('hex');
  return { token, stored: { tokenHash: hashToken(token), tokenPrefix: token.slice(0, 8) } };
}

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

const HOUR_MS = 60 * 60_000;
const OVERLAP_MS: Readonly<Record<Overlap, number>> = {
  none: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** When the replaced credential stops working. */
function overlapEnd(overlap: Overlap, now: number): Date {
  return new Date(now + OVERLAP_MS[overlap]);
}

/** Stores the API token with which Slipway reaches a tool; an empty text removes it. */
async function saveApiToken(
  input: ConsoleInput<typeof setJenkinsToken | typeof setBuildkiteToken>,
): Promise<ConsoleIntegrationDetail> {
  const { project, body, audit, services } = input;
  const { id, name } = await loadIntegration(input);
  const apiToken = body.api_token.trim();
  const stored = apiToken === '' ? null : sealSecret(services.appSecrets, id, apiToken);
  return services.database.modelTransaction(async (tx) => {
    await replaceApiToken(tx, id, stored);
    await audit(tx, { target: name, detail: { integration_id: id, removed: stored === null } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
}
