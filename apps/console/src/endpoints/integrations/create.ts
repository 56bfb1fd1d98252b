import { createIntegration as contract } from '@slipway/contracts';
import { addSigningSecret, announceChange, createIntegration } from '@slipway/db';
import { pageAt, sealSecret } from '@slipway/domain';
import { created } from '@slipway/http';
import { type Provider, providers } from '@slipway/providers';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { mailFirstSecret } from '../../mail-first-secret.js';
import { servicesIn } from '../../services-in.js';
import { showIntegration } from './load-integration.js';
import { newSecret, newToken } from './new-credentials.js';

export const endpoint = defineConsoleEndpoint(contract, async (input) => {
  const { project, body, audit, services } = input;
  const provider = requireProvider(body.provider);
  const { token, stored } = newToken();
  const secret = body.with_secret ? newSecret() : null;
  const integration = await services.database.modelTransaction(async (tx) => {
    const { id: projectId, accountId } = project;
    const config = provider.initialConfig?.(`${services.baseUrl}/webhooks/${provider.endpoints[0]?.path}`) ?? {};
    const fields = { accountId, projectId, provider: provider.id, name: body.name, config, ...stored };
    const id = await createIntegration(tx, fields);
    if (secret !== null) await addSigningSecret(tx, sealSecret(services.appSecrets, id, secret));
    await audit(tx, { target: body.name, detail: { integration_id: id, provider: provider.id } });
    if (secret !== null) await mailFirstSecret(tx, input, { name: body.name, integrationId: id });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
  const ids = { projectId: project.id, integrationId: integration.id };
  return created({ integration, token, secret }, pageAt('/projects/$projectId/integrations/$integrationId', ids));
});

function requireProvider(name: string): Provider {
  const provider = providers.find(({ id }) => id === name);
  if (provider !== undefined) return provider;
  const message = `must be one of ${providers.map(({ id }) => id).join(', ')}`;
  throw invalidField('provider', message);
}
