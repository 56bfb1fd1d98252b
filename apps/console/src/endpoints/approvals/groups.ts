import { listReviewGroups } from '@slipway/contracts';
import { sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames, presentChangeLink } from '../../presenters.js';
import { redactorsOf } from '../../redactors-of.js';

export const endpoint = defineConsoleEndpoint(listReviewGroups, async ({ account, services }) => {
  const [groups, nameOf] = await Promise.all([
    services.reads.listReviewGroups(account.id),
    accountNames(services, account.id),
  ]);
  const redactorOf = await redactorsOf(
    services,
    groups.map(({ projectId }) => projectId),
  );
  return {
    groups: groups.map((group) => ({
      project_id: group.projectId,
      project_name: group.projectName,
      commit_sha: sanitizeText(group.commitSha),
      change: group.change && presentChangeLink(group.change, { nameOf, redactor: redactorOf(group.projectId) }),
      count: group.count,
      requested_at: presentTime(group.requestedAt),
    })),
  };
});
