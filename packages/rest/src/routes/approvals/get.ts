import { getApproval } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentApproval } from './present-approval.js';

export const endpoint = defineEndpoint(getApproval, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  return presentApproval(found(await services.reads.findApproval(project.id, id)));
});
