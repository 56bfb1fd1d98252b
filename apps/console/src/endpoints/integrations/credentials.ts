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
import { changeIntegration, loadIntegration, showIntegration } from './load-integration.js';
import { providerOf } from './present-integration.js';

export const openHandshakeWindowEndpoint = defineConsoleEndpoint(openHandshakeWindow, async (input) => {
  const integration = await loadIntegration(input);
  if (!providerOf(integration.provider)?.secretByHandshake)
    throw new ApiError('invalid_parameter', {
      message: 'This tool does not send its signing secret in a handshake.',
    });
  return changeIntegration(input, integration, {}, (tx) => openWindow(tx, integration.id));
});

export const rotateSecret = defineConsoleEndpoint(rotateIntegrationSecret, async (input) => {
  const { caller, project, body, services } = input;
  const before = await loadIntegration(input);
  const { id, name } = before;
  const { signature } = await showIntegration(services, project.id, id);
  if (signature === 'none')
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  const made = body.secret === undefined ? newSecret() : null;
  const stored = sealSecret(services.appSecrets, id, made ?? body.secret ?? '');
  const now = services.clock.now();
  const integration = await changeIntegration(input, before, { overlap: body.overlap }, async (tx) => {
    await replaceSigningSecret(tx, stored, overlapEnd(body.overlap, now));
    await mailNewSecret(tx, project.accountId, {
      name,
      integrationId: id,
      projectId: project.id,
      projectName: project.name,
      replacedBy: caller.user.name,
      replacedAt: new Date(now).toISOString(),
      ipAddress: caller.ipAddress,
    });
  });
  return { integration, secret: made };
});

export const rotateToken = defineConsoleEndpoint(rotateIntegrationToken, async (input) => {
  const { overlap } = input.body;
  const before = await loadIntegration(input);
  const { token, stored } = newToken();
  const now = input.services.clock.now();
  const previousUntil = overlap === 'none' ? null : overlapEnd(overlap, now);
  const integration = await changeIntegration(input, before, { overlap }, (tx) =>
    replaceToken(tx, before.id, { ...stored, previousUntil, now: new Date(now) }),
  );
  return { integration, token };
});

export const setBuildkiteTokenEndpoint = defineConsoleEndpoint(setBuildkiteToken, saveApiToken);

export const setJenkinsTokenEndpoint = defineConsoleEndpoint(setJenkinsToken, saveApiToken);

export const endPreviousSecretsEndpoint = defineConsoleEndpoint(endPreviousSecrets, (input) =>
  retireSecrets(input, 'replaced'),
);

export const endPreviousTokensEndpoint = defineConsoleEndpoint(endPreviousTokens, async (input) => {
  const integration = await loadIntegration(input);
  return changeIntegration(input, integration, {}, (tx) => dropPreviousTokens(tx, integration.id));
});

export const removeSecrets = defineConsoleEndpoint(removeIntegrationSecrets, (input) =>
  retireSecrets(input, 'all'),
);

async function retireSecrets(
  input: ConsoleInput<typeof endPreviousSecrets | typeof removeIntegrationSecrets>,
  which: 'replaced' | 'all',
): Promise<ConsoleIntegrationDetail> {
  const integration = await loadIntegration(input);
  const now = new Date(input.services.clock.now());
  return changeIntegration(input, integration, {}, (tx) =>
    retireSigningSecrets(tx, integration.id, { which, now }),
  );
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
  input: ConsoleInput<typeof setJenkinsToken | typeof setBuildkiteToken>,
): Promise<ConsoleIntegrationDetail> {
  const integration = await loadIntegration(input);
  const { id } = integration;
  const apiToken = input.body.api_token.trim();
  const stored = apiToken === '' ? null : sealSecret(input.services.appSecrets, id, apiToken);
  return changeIntegration(input, integration, { removed: stored === null }, (tx) =>
    replaceApiToken(tx, id, stored),
  );
}
