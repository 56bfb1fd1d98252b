import { MAX_MASKED_VALUES, type ProjectRecord } from '@slipway/db';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';

/** Reads and presents the masked values of a project: their names, never the values themselves. */
export async function showMaskedValues({ reads }: ConsoleServices, { id, accountId }: ProjectRecord) {
  const [values, members] = await Promise.all([reads.listMaskedValues(id), reads.listMemberNames(accountId)]);
  return {
    masked_values: values.map((value) => ({
      id: value.id,
      name: value.name,
      added_by: members.find((member) => member.id === value.createdById)?.name ?? null,
      created_at: presentTime(value.createdAt),
    })),
    limit: MAX_MASKED_VALUES,
  };
}
