import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import type { DatabaseHandle, IntegrationSettingsRecord, ProjectRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { TEST_AGENT } from '@slipway/providers/setups';
import type { RecordedChange } from '../../console-endpoint.js';
import type { ConsoleServices } from '../../services.js';
import { presentIntegrationDetail } from './present-integration.js';

interface InPath {
  readonly project: ProjectRecord;
  readonly params: { readonly integration_id: string };
  readonly services: ConsoleServices;
}

/** Reads the settings of the integration in the path; 404 if the project has no such integration. */
export async function loadIntegration({ project, params, services }: InPath): Promise<IntegrationSettingsRecord> {
  const id = found(parseRowId(params.integration_id));
  return found(await services.reads.findIntegrationSettings(project.id, id));
}

export async function showIntegration(
  { reads, baseUrl, clock }: ConsoleServices,
  projectId: number,
  integrationId: number,
): Promise<ConsoleIntegrationDetail> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const [health = null] = await reads.listIntegrationHealth({ projectId, integrationId, testAgent: TEST_AGENT });
  const settings = await reads.findIntegrationSettings(projectId, integrationId);
  return presentIntegrationDetail(found(health), found(settings), { baseUrl, now: clock.now() });
}

interface Changing extends Omit<InPath, 'params'> {
  readonly tx: DatabaseHandle;
  readonly audit: (entry: RecordedChange) => Promise<void>;
}

/** Records a change to an integration, announces it, and returns the integration as it is then. */
export async function changedIntegration(
  { project, audit, services }: Changing,
  { id, name }: Pick<IntegrationSettingsRecord, 'id' | 'name'>,
  detail: RecordedChange['detail'] = {},
): Promise<ConsoleIntegrationDetail> {
  await audit({ target: name, detail: { integration_id: id, ...detail }, announces: 'integration' });
  return showIntegration(services, project.id, id);
}
