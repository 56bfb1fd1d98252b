import {
  type ApprovalNotice,
  type DescribeOptions,
  describeApproval,
  type NotificationContent,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { DueNotification } from './due-notification.js';

/**
 * What a notification about the approvals of a change says. Null if the asset is gone, or if what it would say no longer
 * holds: a request that was decided meanwhile, a decision that was undone.
 */
export async function approvalContent(
  { prisma }: DatabaseHandle,
  { event, accountId, projectId, detail, count }: DueNotification & { readonly event: ApprovalNotice },
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const { assetId = '', status = 'pending' } = detail;
  // A request may have moved to a newer commit meanwhile, or only some of those of the commit may be decided.
  const found = status === 'pending' ? { OR: [{ assetId }, { commitSha: detail.commitSha ?? '' }] } : { assetId };
  const approval = await prisma.approval.findFirst({
    where: { projectId, status, ...found },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: {
      comments: true,
      approverUserId: true,
      commitSha: true,
      asset: { select: { id: true, name: true, project: { select: { id: true, name: true } } } },
    },
  });
  if (approval === null) return null;
  const { comments, approverUserId, commitSha } = approval;
  const change = await prisma.change.findFirst({
    where: { projectId, identifier: commitSha },
    select: { id: true, displayIdentifier: true, description: true, authorUserId: true },
  });
  const { project, ...asset } = approval.asset;
  const approver =
    approverUserId === null
      ? null
      : await prisma.accountMembership.findUnique({
          where: { userId_accountId: { userId: approverUserId, accountId } },
          select: { user: { select: { id: true, name: true } } },
        });
  const decision = status === 'pending' ? null : { status, comments, approver: approver?.user ?? null };
  const facts = { project, asset, assets: count, commitSha, decision };
  return describeApproval(event, { ...facts, change: change && { ...change, id: Number(change.id) } }, options);
}
