import { type BodyValues, serverOrigin, updateIntegration } from '@slipway/contracts';
import {
  announceChange,
  type DatabaseHandle,
  editIntegration,
  type IntegrationSettingsRecord,
  lockConfig,
  removeApiToken,
} from '@slipway/db';
import { ApiError, found } from '@slipway/http';
import { requireConfirmed } from '../../auth/confirmation/confirmed.js';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { hasSignedTime, providerOf, SETTINGS, signatureOf } from './present-integration.js';
import { requireWebUrl } from './require-web-url.js';

type Body = BodyValues<typeof updateIntegration.body>;
type Config = IntegrationSettingsRecord['config'];

export const endpoint = defineConsoleEndpoint(updateIntegration, async (input) => {
  const { caller, project, body, audit, services } = input;
  const integration = await loadIntegration(input);
  const { id, name, provider } = integration;
  requireWebUrl('server_url', body.server_url);
  // Slipway sends the API token to this server, and shows its answers.
  if (body.server_url !== undefined || lowersProtection(integration, body)) requireConfirmed(caller, services);
  requireSigned(provider, body);
  return services.database.modelTransaction(async (tx) => {
    const isTokenRemoved = await applyEdit(tx, id, body);
    const detail = { integration_id: id, ...body, ...(isTokenRemoved && { api_token_removed: true }) };
    await audit(tx, { target: name, detail });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
});

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

/** Refuses signature settings for a tool that cannot send signatures. */
function requireSigned(providerId: string, body: Body): void {
  const provider = providerOf(providerId);
  const isSigned = provider !== undefined && signatureOf(provider) !== 'none';
  if (body.require_signatures && !isSigned)
    throw new ApiError('invalid_parameter', { message: 'This tool does not sign its requests.' });
  if (body.signature_tolerance_minutes !== undefined && !hasSignedTime(provider))
    throw new ApiError('invalid_parameter', { message: 'This tool does not timestamp its signatures.' });
}
