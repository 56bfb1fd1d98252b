import { submitApproval } from '@slipway/contracts';
import { decideApproval } from '@slipway/db';
import { newId, parseUuid } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { presentApproval } from './present-approval.js';

export const endpoint = defineEndpoint(submitApproval, async ({ project, params, body, caller, services }) => {
  const assetId = found(parseUuid(params.asset_id));
  const decision = {
    projectId: project.id,
    assetId,
    approverUserId: caller.userId,
    status: body.status,
    comments: body.comments,
    stage: body.stage,
    newId: newId(),
    origin: caller,
  };
  const decided = found(await decideApproval(services.database, decision));
  if (typeof decided === 'string') throw new ApiError(decided);
  const approval = presentApproval(decided.approval);
  return decided.created ? created(approval, `/api/v1/projects/${project.id}/approvals/${approval.id}`) : approval;
});
