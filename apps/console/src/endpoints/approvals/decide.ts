import { decideApprovals } from '@slipway/contracts';
import { decideApproval, findPendingApprovals, isInfrastructureError } from '@slipway/db';
import { newId } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readApprovalIds, splitDecided } from './approval-ids.js';

/**
 * Each decision has its own transaction, so that a failing one undoes none of the others. If the database fails after
 * the first, the response lists the decisions that were made.
 */
export const endpoint = defineConsoleEndpoint(decideApprovals, async ({ account, body, caller, services }) => {
  const ids = readApprovalIds(body.approval_ids);
  const pending = await findPendingApprovals(services.database, { accountId: account.id, ids });
  const changed: string[] = [];
  const own: string[] = [];
  const { status, comments } = body;
  for (const [place, { id, projectId, assetId }] of pending.entries()) {
    const decision = { projectId, assetId, approverUserId: caller.userId, status, comments, stage: undefined };
    try {
      const decided = await decideApproval(services.database, { ...decision, newId: newId(), origin: caller });
      if (decided === 'self_approval') own.push(id);
      else if (decided?.approval.id === id) changed.push(id);
    } catch (error) {
      if (changed.length === 0 || !isInfrastructureError(error)) throw error;
      const failed = pending.slice(place).map(({ id: undecided }) => undecided);
      return splitDecided(ids, { changed, own, failed });
    }
  }
  if (own.length === ids.length) throw new ApiError('self_approval');
  return splitDecided(ids, { changed, own });
});
