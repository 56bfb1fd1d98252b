import { addMaskedValue } from '@slipway/contracts';
import { announceChange, MAX_MASKED_VALUES, addMaskedValue as saveValue } from '@slipway/db';
import { sealMaskedValue } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { showMaskedValues } from './show-masked-values.js';

const REFUSALS = {
  too_many: () =>
    new ApiError('invalid_parameter', {
      message: `A project can have at most ${MAX_MASKED_VALUES} masked values. Remove one first.`,
    }),
  same_name: () => invalidField('name', 'A masked value with this name already exists.'),
  same_value: () => invalidField('value', 'This value is already masked.'),
};

export const endpoint = defineConsoleEndpoint(addMaskedValue, async (input) => {
  const { caller, project, body, audit, services } = input;
  const { name, value } = body;
  const sealed = sealMaskedValue(services.appSecrets, project.id, value);
  await services.database.modelTransaction(async (tx) => {
    const refusal = await saveValue(tx, { projectId: project.id, name, sealed, userId: caller.userId });
    if (refusal !== null) throw REFUSALS[refusal]();
    await audit(tx, { target: name, detail: { project: project.name } });
    await announceChange(tx, project.id, 'project');
  });
  return showMaskedValues(services, project);
});
