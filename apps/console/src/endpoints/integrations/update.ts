import { type BodyValues, updateIntegration } from '@slipway/contracts';
import { announceChange, editIntegration, type IntegrationSettingsRecord } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';
import { SETTINGS } from './present-integration.js';

type Body = BodyValues<typeof updateIntegration.body>;

export const endpoint = defineConsoleEndpoint(updateIntegration, async (input) => {
  const { project, body, audit, services } = input;
  const before = await loadIntegration(input);
  const config = editedConfig(before, body);
  const edit = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.active !== undefined && { active: body.active }),
    config,
  };
  return services.database.modelTransaction(async (tx) => {
    await editIntegration(tx, before.id, edit);
    await audit(tx, { target: before.name, detail: { integration_id: before.id, ...body } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, before.id);
  });
});

/** The settings after the edit. An empty text removes one. */
function editedConfig({ config }: IntegrationSettingsRecord, body: Body): Record<string, unknown> {
  requireServerUrl(body.server_url);
  const next: Record<string, unknown> = { ...config };
  for (const name of SETTINGS) {
    const value = body[name]?.trim();
    if (value === '') delete next[name];
    else if (value !== undefined) next[name] = name === 'changelist_gaps' ? value === 'true' : value;
  }
  return next;
}

function requireServerUrl(text: string | undefined): void {
  if (!text) return;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return;
  const message =
    url !== null && isWeb
      ? 'must not contain credentials: use the fields for user and API token'
      : 'must be an http or https address';
  throw new ApiError('invalid_parameter', {
    message: `server_url ${message}.`,
    extra: { details: [{ path: 'server_url', message }] },
  });
}
