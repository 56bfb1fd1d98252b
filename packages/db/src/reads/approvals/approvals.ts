import { APPROVAL_STATUSES, type ApprovalStatus } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { hasStablePlan, limited, mergeInOrder, newestFirst, olderThan, when } from '../../keyset.js';
import { empty, type Sql, sql } from '../../sql.js';

const columns = {
  ...pick(
    columnsOf('Approval', 'a'),
    'id',
    'assetId',
    'commitSha',
    'approvalStage',
    'approvalType',
    'status',
    'approverUserId',
    'comments',
    'assetVersion',
    'approvedAt',
    'deniedAt',
    'ignoredAt',
    'decidedAt',
    'createdAt',
    'updatedAt',
  ),
  assetName: columnsOf('Asset', 's').name,
};

export interface ApprovalRecord extends RowOf<typeof columns> {}

export interface ApprovalFilter {
  readonly statuses?: readonly ApprovalStatus[] | undefined;
  readonly stage?: string | undefined;
  readonly commitSha?: string | undefined;
  readonly updatedSince?: Date | undefined;
}

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };
const order = newestFirst(keyset);

function statusConditions(statuses: readonly ApprovalStatus[] = APPROVAL_STATUSES): readonly Sql[] {
  if (statuses.length === APPROVAL_STATUSES.length) return [empty];
  return statuses.map((status) => sql`AND status = ${status}::approval_status`);
}

type ApprovalPage = ProjectPage<ApprovalFilter>;

const EXAMPLE: ApprovalPage = {
  projectId: 1,
  statuses: ['pending', 'denied'],
  stage: 'art_review',
  commitSha: '1',
  updatedSince: new Date(0),
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const approvalPage = definePage({
  name: 'list approvals',
  columns: { ...columns, rowVersion: rowVersion(sql`a.id`, sql`a.writer`, sql`a.updated_at`, sql`s.xmin`) },
  version: ['rowVersion'],
  // Most approvals may have no commit, and few have any given one.
  prepared: (page: ApprovalPage) => page.commitSha === undefined && hasStablePlan(page),
  examples: [EXAMPLE, { ...EXAMPLE, statuses: undefined, after: null }],
  build: ({ projectId, statuses, stage, commitSha, updatedSince, count, after }: ApprovalPage, select) => {
    const walks = statusConditions(statuses).map(
      (inStatus) => sql`SELECT *, xmin AS writer FROM approvals
        WHERE project_id = ${projectId} ${inStatus}
          ${when(stage, (value) => sql`approval_stage = ${value}`)}
          ${when(commitSha, (value) => sql`commit_sha = ${value}`)}
          ${when(updatedSince, (value) => sql`updated_at >= ${value}::timestamptz`)}
          ${olderThan(after, keyset)}
        ORDER BY ${order} ${limited(count)}`,
    );
    return sql`SELECT ${select} FROM (${mergeInOrder(walks, order, count)}) a
        JOIN assets s ON s.id = a.asset_id AND s.project_id = ${projectId}
        ORDER BY a.created_at DESC, a.id DESC`;
  },
});

export async function findApproval(
  { prisma }: DatabaseHandle,
  projectId: number,
  approvalId: string,
): Promise<ApprovalRecord | null> {
  const approval = await prisma.approval.findUnique({
    where: { id: approvalId, projectId },
    include: { asset: { select: { name: true } } },
  });
  if (approval === null) return null;
  const { asset, ...record } = approval;
  return { ...record, assetName: asset.name };
}

export const reads = {
  listApprovals: approvalPage.list,
  findApprovalPageVersion: approvalPage.readVersion,
  findApproval,
};
