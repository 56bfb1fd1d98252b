import { removeMaskedValue } from '@slipway/contracts';
import { announceChange, removeMaskedValue as deleteValue } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { showMaskedValues } from './show-masked-values.js';

export const endpoint = defineConsoleEndpoint(removeMaskedValue, async (input) => {
  const { project, params, audit, services } = input;
  const id = found(parseRowId(params.masked_value_id));
  await services.database.modelTransaction(async (tx) => {
    const name = found(await deleteValue(tx, { projectId: project.id, id }));
    await audit(tx, { target: name, detail: { project: project.name } });
    await announceChange(tx, project.id, 'project');
  });
  return showMaskedValues(services, project);
});
