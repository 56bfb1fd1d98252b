import { listApprovals } from '@slipway/contracts';
import { closePage, openPage } from '../../paging.js';
import { presentApproval } from '../../present/approval.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listApprovals, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listApprovals, String(project.id), query);
  const filter = {
    statuses: query.status,
    stage: query.stage,
    commitSha: query.commit_sha,
    updatedSince: query.updated_since,
  };
  const { rows, pagination } = closePage(
    page,
    await services.reads.listApprovals(project.id, filter, page),
    ({ createdAt, id }) => ({ at: createdAt.getTime(), id }),
  );
  return { approvals: rows.map(presentApproval), pagination };
});
