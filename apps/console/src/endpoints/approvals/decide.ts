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
  const refused = { self_approval: [] as string[], unknown_author: [] as string[] };
  const split = (failed: readonly string[] = []) => splitDecided(ids, { changed, ...refused, failed });
  const { status, comments } = body;
  for (const [place, { id, projectId, assetId }] of pending.entries()) {
    const decision = { projectId, assetId, approverUserId: caller.userId, status, comments, stage: undefined };
    try {
      const decided = await decideApproval(services.database, { ...decision, newId: newId(), origin: caller });
      if (typeof decided === 'string') refused[decided].push(id);
      else if (decided?.approval.id === id) changed.push(id);
    } catch (error) {
      if (changed.length === 0 || !isInfrastructureError(error)) throw error;
      return split(pending.slice(place).map(({ id: undecided }) => undecided));
    }
  }
  for (const reason of ['self_approval', 'unknown_author'] as const)
    if (ids.length > 0 && refused[reason].length === ids.length) throw new ApiError(reason);
  return split();
});
