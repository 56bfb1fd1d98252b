import { listReviewQueue, type ReviewItem } from '@slipway/contracts';
import type { ReviewItemRecord } from '@slipway/db';
import { sanitizePath, sanitizeText } from '@slipway/domain';
import { keysetPage, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { accountNames, type People, presentChangeLink } from '../../presenters.js';
import { redactorsOf } from '../../redactors-of.js';

export const endpoint = defineConsoleEndpoint(listReviewQueue, async ({ account, query, services }) => {
  const page = keysetPage(services.cursors, { list: listReviewQueue, scope: account.id, query });
  const without = query.grouped === true ? await services.reads.listReviewGroups(account.id) : [];
  const filter = {
    without,
    commitSha: query.commit_sha,
    decided: query.decided === true,
    projectId: query.project_id,
    assetType: query.asset_type,
    text: query.q,
  };
  const [items, nameOf] = await Promise.all([
    services.reads.listReviewQueue(account.id, filter, page),
    accountNames(services, account.id),
  ]);
  const { rows, pagination } = page.end(items, ({ at, id }) => ({ at, id }));
  const redactorOf = await redactorsOf(
    services,
    rows.map(({ projectId }) => projectId),
  );
  return {
    approvals: rows.map((item) => presentReviewItem(item, { nameOf, redactor: redactorOf(item.projectId) })),
    pagination,
  };
});

function presentReviewItem(item: ReviewItemRecord, people: People): ReviewItem {
  return {
    id: item.id,
    project_id: item.projectId,
    project_name: item.projectName,
    asset: {
      id: item.assetId,
      name: sanitizePath(item.assetName),
      path: sanitizePath(item.assetPath),
      asset_type: item.assetType,
    },
    asset_version: item.assetVersion,
    status: item.status,
    stage: sanitizeText(item.approvalStage),
    commit_sha: sanitizeText(item.commitSha),
    change: item.change && presentChangeLink(item.change, people),
    approver: people.nameOf(item.approverUserId),
    comments: sanitizeText(item.comments),
    created_at: presentTime(item.createdAt),
    decided_at: presentTime(item.decidedAt),
  };
}
