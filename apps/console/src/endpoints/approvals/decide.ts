import { decideApprovals } from '@slipway/contracts';
import { decideApproval, findPendingApprovals } from '@slipway/db';
import { newId } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readApprovalIds, splitDecided } from './approval-ids.js';

/** Each decision is a transaction of its own: one that fails takes none of the others back. */
export const endpoint = defineConsoleEndpoint(decideApprovals, async ({ account, body, caller, services }) => {
  const ids = readApprovalIds(body.approval_ids);
  const pending = await findPendingApprovals(services.database, { accountId: account.id, ids });
  const changed: string[] = [];
  for (const { id, projectId, assetId } of pending) {
    const decided = await decideApproval(services.database, {
      projectId,
      assetId,
      approverUserId: caller.userId,
      status: body.status,
      comments: body.comments,
      stage: undefined,
      newId: newId(),
    });
    if (decided?.approval.id === id) changed.push(id);
  }
  return splitDecided(ids, changed);
});
