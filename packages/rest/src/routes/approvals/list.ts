import { listApprovals } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentApproval } from './present-approval.js';

export const endpoint = defineEndpoint(listApprovals, async (input) => {
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
