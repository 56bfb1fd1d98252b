import { listApprovals } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentApproval } from './present-approval.js';

export const endpoint = defineEndpoint(listApprovals, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listApprovals, scope: project.id, query });
  const { status: statuses, stage, commit_sha: commitSha, updated_since: updatedSince } = query;
  const filter = { statuses, stage, commitSha, updatedSince };
  const approvals = await services.reads.listApprovals(project.id, filter, page);
  const { rows, pagination } = page.end(approvals, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { approvals: rows.map(presentApproval), pagination };
});
