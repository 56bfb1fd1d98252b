import { getChange } from '@slipway/contracts';
import type { ApiReads } from '@slipway/db';
import { parseLargeRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentChangeDetail } from './present-change.js';

export const endpoint = defineEndpoint(getChange, async ({ project, params, services }) => {
  const id = parseLargeRowId(params.id) ?? (await findId(services.reads, project.id, params.id));
  const change = found(await services.reads.findChange(project.id, id));
  return presentChangeDetail(change, services.redactors.of(project));
});

/** The id of the change that has a SHA or changelist number. */
async function findId(reads: ApiReads, projectId: number, name: string): Promise<number> {
  const ids = await reads.findChangeIds(projectId, name);
  if (ids.length < 2) return found(ids[0] ?? null);
  throw new ApiError('not_found', {
    message: 'Several changes begin with this SHA. Send more of its characters.',
  });
}
