import { type Approval, getApproval, listApprovals, submitApproval } from '@slipway/contracts';
import { type ApprovalRecord, decideApproval } from '@slipway/db';
import { newId, parseUuid, sanitizePath, sanitizeText } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';

export const get = defineEndpoint(getApproval, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  return presentApproval(found(await services.reads.findApproval(project.id, id)));
});

export const list = defineEarlyRead(listApprovals, async (input) => {
  const { project, query, services } = input;
  const page = keysetPage(services.cursors, { list: listApprovals, scope: project.id, query });
  const { status: statuses, stage, commit_sha: commitSha, updated_since: updatedSince } = query;
  const filter = { statuses, stage, commitSha, updatedSince };
  return respondIfChanged(input, {
    list: listApprovals,
    version: () => services.reads.findApprovalPageVersion(project.id, filter, page),
    rows: () => services.reads.listApprovals(project.id, filter, page),
    versionOf: ({ rowVersion }) => rowVersion,
    present(approvals) {
      const { rows, pagination } = page.end(approvals, ({ createdAt, id }) => ({ at: createdAt, id }));
      return { approvals: rows.map(presentApproval), pagination };
    },
  });
});

export const submit = defineEndpoint(submitApproval, async ({ project, params, body, caller, services }) => {
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

export function presentApproval(approval: ApprovalRecord): Approval {
  return {
    id: approval.id,
    asset_id: approval.assetId,
    asset_name: sanitizePath(approval.assetName),
    commit_sha: sanitizeText(approval.commitSha),
    approval_stage: sanitizeText(approval.approvalStage),
    approval_type: approval.approvalType,
    status: approval.status,
    approver_user_id: approval.approverUserId,
    comments: sanitizeText(approval.comments),
    asset_version: approval.assetVersion,
    approved_at: presentTime(approval.approvedAt),
    denied_at: presentTime(approval.deniedAt),
    ignored_at: presentTime(approval.ignoredAt),
    decided_at: presentTime(approval.decidedAt),
    created_at: presentTime(approval.createdAt),
    updated_at: presentTime(approval.updatedAt),
  };
}
