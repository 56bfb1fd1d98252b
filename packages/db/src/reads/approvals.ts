import { APPROVAL_STATUSES, type ApprovalStatus } from '@slipway/contracts';
import { after, type PageRequest } from '../keyset.js';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';

/** An approval with the name of its asset. */
export interface ApprovalRecord {
  readonly id: string;
  readonly assetId: string;
  readonly assetName: string;
  readonly commitSha: string;
  readonly approvalStage: string;
  readonly approvalType: string;
  readonly status: ApprovalStatus;
  readonly approverUserId: number | null;
  readonly comments: string;
  readonly assetVersion: number;
  readonly approvedAt: Date | null;
  readonly deniedAt: Date | null;
  readonly ignoredAt: Date | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApprovalFilter {
  readonly statuses: readonly ApprovalStatus[] | undefined;
  readonly stage: string | undefined;
  readonly commitSha: string | undefined;
  readonly updatedSince: Date | undefined;
}

/** Of an approval `a` and its asset `s`. */
export const approvalColumns = sql`a.id, a.asset_id AS "assetId", s.name AS "assetName", a.commit_sha AS "commitSha",
  a.approval_stage AS "approvalStage", a.approval_type AS "approvalType", a.status,
  a.approver_user_id AS "approverUserId", a.comments, a.asset_version AS "assetVersion",
  a.approved_at AS "approvedAt", a.denied_at AS "deniedAt", a.ignored_at AS "ignoredAt", a.decided_at AS "decidedAt",
  a.created_at AS "createdAt", a.updated_at AS "updatedAt"`;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

/** One walk for each of several statuses, each on its own index; merged, they cost no more than their pages. */
function statusConditions(statuses: readonly ApprovalStatus[] = APPROVAL_STATUSES): readonly Sql[] {
  if (statuses.length === APPROVAL_STATUSES.length) return [empty];
  return statuses.map((status) => sql`AND status = ${status}::approval_status`);
}

/** A page of the project's approvals, newest first. */
function listApprovals(
  on: Queryable,
  projectId: number,
  { statuses, stage, commitSha, updatedSince }: ApprovalFilter,
  page: PageRequest,
): Promise<ApprovalRecord[]> {
  const walks = statusConditions(statuses).map(
    (inStatus) => sql`(SELECT * FROM approvals
      WHERE project_id = ${projectId} ${inStatus}
        ${stage === undefined ? empty : sql`AND approval_stage = ${stage}`}
        ${commitSha === undefined ? empty : sql`AND commit_sha = ${commitSha}`}
        ${updatedSince === undefined ? empty : sql`AND updated_at >= ${updatedSince}::timestamptz`}
        ${after(page.after, keyset)}
      ORDER BY created_at DESC, id DESC LIMIT ${page.count})`,
  );
  return query(
    on,
    sql`SELECT ${approvalColumns}
        FROM (SELECT * FROM (${join(walks, ' UNION ALL ')}) walks
              ORDER BY created_at DESC, id DESC LIMIT ${page.count}) a
        JOIN assets s ON s.id = a.asset_id AND s.project_id = ${projectId}
        ORDER BY a.created_at DESC, a.id DESC`,
  );
}

/** One approval of the project. */
function findApproval(on: Queryable, projectId: number, approvalId: string): Promise<ApprovalRecord | null> {
  return queryOne(
    on,
    sql`SELECT ${approvalColumns} FROM approvals a
        JOIN assets s ON s.id = a.asset_id AND s.project_id = a.project_id
        WHERE a.id = ${approvalId}::uuid AND a.project_id = ${projectId}`,
  );
}

export const reads = { listApprovals, findApproval };
