import { addMaskedValue, listMaskedValues, removeMaskedValue } from '@slipway/contracts';
import {
  removeMaskedValue as deleteValue,
  MAX_MASKED_VALUES,
  type ProjectRecord,
  addMaskedValue as saveValue,
} from '@slipway/db';
import { parseRowId, sealMaskedValue } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { memberNames } from '../presenters.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listMaskedValues, ({ project, services }) =>
  showMaskedValues(services, project),
);

const REFUSALS = {
  too_many: () =>
    new ApiError('invalid_parameter', {
      message: `A project can have at most ${MAX_MASKED_VALUES} masked values. Remove one first.`,
    }),
  same_name: () => invalidField('name', 'A masked value with this name already exists.'),
  same_value: () => invalidField('value', 'This value is already masked.'),
};

export const add = defineConsoleChange(addMaskedValue, async (input) => {
  const { caller, project, body, tx, audit, services } = input;
  const { name, value } = body;
  const sealed = sealMaskedValue(services.appSecrets, project.id, value);
  const refusal = await saveValue(tx, { projectId: project.id, name, sealed, userId: caller.userId });
  if (refusal !== null) throw REFUSALS[refusal]();
  await audit({ target: name, detail: { project: project.name }, announces: 'project' });
  return showMaskedValues(services, project);
});

export const remove = defineConsoleChange(removeMaskedValue, async ({ project, params, tx, audit, services }) => {
  const id = found(parseRowId(params.masked_value_id));
  const name = found(await deleteValue(tx, { projectId: project.id, id }));
  await audit({ target: name, detail: { project: project.name }, announces: 'project' });
  return showMaskedValues(services, project);
});

/** Reads and presents the masked values of a project: their names, never the values themselves. */
async function showMaskedValues(services: ConsoleServices, { id, accountId }: ProjectRecord) {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const values = await services.reads.listMaskedValues(id);
  const nameOf = await memberNames(services, accountId);
  return {
    masked_values: values.map((value) => ({
      id: value.id,
      name: value.name,
      added_by: nameOf(value.createdById),
      created_at: presentTime(value.createdAt),
    })),
    limit: MAX_MASKED_VALUES,
  };
}
