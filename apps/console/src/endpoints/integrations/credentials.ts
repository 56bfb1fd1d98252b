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
  dropPreviousTokens,
  openHandshakeWindow as openWindow,
  replaceApiToken,
  replaceSigningSecret,
  replaceToken,
  retireSigningSecrets,
  type StoredToken,
} from '@slipway/db';
import { hashToken, sealSecret } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { type ConsoleChange, defineConsoleChange } from '../../console-endpoint.js';
import { mailSecret } from '../../mail-secret.js';
import { changedIntegration, loadIntegration, showIntegration } from './load-integration.js';
import { providerOf } from './present-integration.js';

export const openHandshakeWindowEndpoint = defineConsoleChange(openHandshakeWindow, async (input) => {
  const integration = await loadIntegration(input);
  if (!providerOf(integration.provider)?.secretByHandshake)
    throw new ApiError('invalid_parameter', {
      message: 'This tool does not send its signing secret in a handshake.',
    });
  await openWindow(input.tx, integration.id);
  return changedIntegration(input, integration);
});

export const rotateSecret = defineConsoleChange(rotateIntegrationSecret, async (input) => {
  const { project, body, tx, services } = input;
  const before = await loadIntegration(input);
  const { id, name } = before;
  const { signature } = await showIntegration(services, project.id, id);
  if (signature === 'none')
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  const made = body.secret === undefined ? newSecret() : null;
  const stored = sealSecret(services.appSecrets, id, made ?? body.secret ?? '');
  await replaceSigningSecret(tx, stored, overlapEnd(body.overlap, services.clock.now()));
  await mailSecret(tx, input, { name, integrationId: id });
  const integration = await changedIntegration(input, before, { overlap: body.overlap });
  return { integration, secret: made };
});

export const rotateToken = defineConsoleChange(rotateIntegrationToken, async (input) => {
  const { overlap } = input.body;
  const before = await loadIntegration(input);
  const { token, stored } = newToken();
  const now = input.services.clock.now();
  const previousUntil = overlap === 'none' ? null : overlapEnd(overlap, now);
  await replaceToken(input.tx, before.id, { ...stored, previousUntil, now: new Date(now) });
  return { integration: await changedIntegration(input, before, { overlap }), token };
});

export const setBuildkiteTokenEndpoint = defineConsoleChange(setBuildkiteToken, saveApiToken);

export const setJenkinsTokenEndpoint = defineConsoleChange(setJenkinsToken, saveApiToken);

export const endPreviousSecretsEndpoint = defineConsoleChange(endPreviousSecrets, (input) =>
  retireSecrets(input, 'replaced'),
);

export const endPreviousTokensEndpoint = defineConsoleChange(endPreviousTokens, async (input) => {
  const integration = await loadIntegration(input);
  await dropPreviousTokens(input.tx, integration.id);
  return changedIntegration(input, integration);
});

export const removeSecrets = defineConsoleChange(removeIntegrationSecrets, (input) => retireSecrets(input, 'all'));

async function retireSecrets(
  input: ConsoleChange<typeof endPreviousSecrets | typeof removeIntegrationSecrets>,
  which: 'replaced' | 'all',
): Promise<ConsoleIntegrationDetail> {
  const integration = await loadIntegration(input);
  const now = new Date(input.services.clock.now());
  await retireSigningSecrets(input.tx, integration.id, { which, now });
  return changedIntegration(input, integration);
}

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

function overlapEnd(overlap: Overlap, now: number): Date {
  return new Date(now + OVERLAP_MS[overlap]);
}

/** Stores the API token with which Slipway reaches a tool; an empty text removes it. */
async function saveApiToken(
  input: ConsoleChange<typeof setJenkinsToken | typeof setBuildkiteToken>,
): Promise<ConsoleIntegrationDetail> {
  const integration = await loadIntegration(input);
  const { id } = integration;
  const apiToken = input.body.api_token.trim();
  const stored = apiToken === '' ? null : sealSecret(input.services.appSecrets, id, apiToken);
  await replaceApiToken(input.tx, id, stored);
  return changedIntegration(input, integration, { removed: stored === null });
}
