import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import {
  announceChange,
  type DatabaseHandle,
  type IntegrationSettingsRecord,
  type ProjectRecord,
} from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { TEST_AGENT } from '@slipway/providers/setups';
import type { RecordChange, RecordedChange } from '../../console-endpoint.js';
import type { ConsoleServices } from '../../services.js';
import { servicesIn } from '../../services-in.js';
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

interface Changing extends InPath {
  readonly audit: RecordChange;
}

/** Changes an integration in one transaction, which also records the change, and returns it as it is then. */
export function changeIntegration(
  { project, audit, services }: Changing,
  { id, name }: Pick<IntegrationSettingsRecord, 'id' | 'name'>,
  detail: RecordedChange['detail'],
  change: (tx: DatabaseHandle) => Promise<unknown>,
): Promise<ConsoleIntegrationDetail> {
  return services.database.modelTransaction(async (tx) => {
    await change(tx);
    await audit(tx, { target: name, detail: { integration_id: id, ...detail } });
    await announceChange(tx, project.id, 'integration');
    return showIntegration(servicesIn(tx, services), project.id, id);
  });
}
