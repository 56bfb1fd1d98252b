import {
  type DecisionResult,
  decideApprovals,
  decideReviewGroup,
  listReviewGroups,
  listReviewQueue,
  type ReviewItem,
  reopenApprovals,
} from '@slipway/contracts';
import * as store from '@slipway/db';
import {
  decideApproval,
  decideGroup,
  findPendingApprovals,
  isInfrastructureError,
  type ReviewItemRecord,
  type TypeReviewers,
} from '@slipway/db';
import { newId, parseUuid, sanitizePath, sanitizeText } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { keysetPage, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { accountNames, type People, presentAssetApproval, presentChangeLink } from '../presenters.js';
import { redactorsOf } from '../redactors-of.js';

export const list = defineConsoleEndpoint(listReviewQueue, async ({ caller, account, query, services }) => {
  const page = keysetPage(services.cursors, { list: listReviewQueue, scope: account.id, query });
  const without = query.grouped === true ? await services.reads.listReviewGroups(account.id) : [];
  const types = await services.reads.listReviewedTypes(account.id, services.clock.now());
  const filter = {
    reviewed: query.mine === true ? types.filter(({ userIds }) => userIds.has(caller.userId)) : undefined,
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
    approvals: rows.map((item) => ({
      ...presentReviewItem(item, { nameOf, redactor: redactorOf(item.projectId) }),
      reviewers: reviewersOf(item, types),
    })),
    pagination,
  };
});

/** The groups that review an asset. */
function reviewersOf({ projectId, assetType }: ReviewItemRecord, types: readonly TypeReviewers[]): string[] {
  return types
    .filter((type) => type.projectId === projectId && type.assetType === assetType)
    .flatMap(({ groups }) => groups);
}

function presentReviewItem(item: ReviewItemRecord, people: People): Omit<ReviewItem, 'reviewers'> {
  return {
    ...presentAssetApproval(item, people),
    project_id: item.projectId,
    project_name: item.projectName,
    asset: {
      id: item.assetId,
      name: sanitizePath(item.assetName),
      path: sanitizePath(item.assetPath),
      asset_type: item.assetType,
    },
  };
}

export const groups = defineConsoleEndpoint(listReviewGroups, async ({ account, services }) => {
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

/**
 * Each decision has its own transaction, so that a failing one undoes none of the others. If the database fails after
 * the first, the response lists the decisions that were made.
 */
export const decide = defineConsoleEndpoint(decideApprovals, async ({ account, body, caller, services }) => {
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

export const decideGroupEndpoint = defineConsoleEndpoint(
  decideReviewGroup,
  async ({ project, body, caller, services }) => {
    const { commit_sha: commitSha, status, comments } = body;
    const decision = { projectId: project.id, commitSha, approverUserId: caller.userId, status, comments };
    const decided = await decideGroup(services.database, { ...decision, origin: caller });
    if (typeof decided === 'string') throw new ApiError(decided);
    return decided;
  },
);

export const reopen = defineConsoleEndpoint(reopenApprovals, async ({ account, body, caller, services }) => {
  const ids = readApprovalIds(body.approval_ids);
  const selection = { accountId: account.id, ids };
  return splitDecided(ids, { changed: await store.reopenApprovals(services.database, caller, selection) });
});

function readApprovalIds(sent: readonly string[]): string[] {
  const ids = sent.map(parseUuid);
  if (!ids.every((id) => id !== null)) {
    const details = [{ path: 'approval_ids', message: 'must contain approval ids' }];
    throw new ApiError('invalid_parameter', { message: 'approval_ids must contain ids.', extra: { details } });
  }
  return [...new Set(ids)];
}

interface Outcomes {
  readonly changed: readonly string[];
  readonly self_approval?: readonly string[];
  readonly unknown_author?: readonly string[];
  readonly failed?: readonly string[];
}

function splitDecided(
  ids: readonly string[],
  { changed, self_approval: own = [], unknown_author: unknown = [], failed = [] }: Outcomes,
): DecisionResult {
  const known = new Set([...changed, ...own, ...unknown, ...failed]);
  const skipped = ids.filter((id) => !known.has(id));
  return { changed: [...changed], skipped, own: [...own], unknown_author: [...unknown], failed: [...failed] };
}
