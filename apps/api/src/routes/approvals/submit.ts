import { submitApproval } from '@slipway/contracts';
import { decideApproval } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { created, found } from '@slipway/http';
import { v7 as uuidv7 } from 'uuid';
import { presentApproval } from '../../present/approval.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(submitApproval, async ({ project, params, body, caller, services }) => {
  const assetId = found(parseUuid(params.asset_id));
  const decision = {
    projectId: project.id,
    assetId,
    approverUserId: caller.userId,
    status: body.status,
    comments: body.comments,
    stage: body.stage,
    newId: uuidv7(),
  };
  const decided = found(await services.database.transaction((tx) => decideApproval(tx, decision)));
  const approval = presentApproval(decided.approval);
  return decided.created ? created(approval, `/api/v1/projects/${project.id}/approvals/${approval.id}`) : approval;
});
