import type { ConsoleIntegrationDetail, setBuildkiteToken, setJenkinsToken } from '@slipway/contracts';
import { announceChange, replaceApiToken } from '@slipway/db';
import { sealSecret } from '@slipway/domain';
import type { ConsoleInput } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadIntegration, showIntegration } from './load-integration.js';

/** Stores the API token with which Slipway reaches a tool; an empty text removes it. */
export async function saveApiToken(
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
