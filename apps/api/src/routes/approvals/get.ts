import { getApproval } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentApproval } from '../../present/approval.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getApproval, async ({ project, params, services }) => {
  const id = parseUuid(params.id);
  return presentApproval(found(id === null ? null : await services.reads.findApproval(project.id, id)));
});
