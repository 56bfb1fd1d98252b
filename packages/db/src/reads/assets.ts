import type { ApprovalStatus, AssetApprovalStatus, AssetType } from '@slipway/contracts';
import { empty, type Queryable, query, queryOne, sql } from '../sql.js';

/** An asset as lists show it. */
export interface AssetRecord {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly path: string;
  readonly assetType: AssetType;
  readonly approvalStatus: AssetApprovalStatus;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApprovalHistoryRecord {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly approverUserId: number | null;
  readonly comments: string;
  readonly decidedAt: Date | null;
}

/** An asset with its approvals, newest first. */
export interface AssetDetailRecord extends AssetRecord {
  readonly approvals: readonly ApprovalHistoryRecord[];
}

export interface AssetFilter {
  readonly pendingApproval: boolean;
  readonly assetType: AssetType | undefined;
}

/** An asset is decided on a handful of times; the cap is for the one that a script decides on. */
const HISTORY_CAP = 100;

const columns = sql`id, project_id AS "projectId", name, path, asset_type AS "assetType",
  approval_status AS "approvalStatus", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The newest assets of a project that pass the filter, at most `count`. */
function listAssets(
  on: Queryable,
  projectId: number,
  { pendingApproval, assetType }: AssetFilter,
  count: number,
): Promise<AssetRecord[]> {
  return query(
    on,
    sql`SELECT ${columns} FROM assets
        WHERE project_id = ${projectId}
          ${pendingApproval ? sql`AND approval_status = 'pending'` : empty}
          ${assetType === undefined ? empty : sql`AND asset_type = ${assetType}::asset_type`}
        ORDER BY created_at DESC, id DESC LIMIT ${count}`,
  );
}

/** One asset of the project with its latest approvals. */
async function findAsset(on: Queryable, projectId: number, assetId: string): Promise<AssetDetailRecord | null> {
  const [asset, approvals] = await Promise.all([
    queryOne<AssetRecord>(
      on,
      sql`SELECT ${columns} FROM assets WHERE id = ${assetId}::uuid AND project_id = ${projectId}`,
    ),
    query<ApprovalHistoryRecord>(
      on,
      sql`SELECT id, status, approver_user_id AS "approverUserId", comments, decided_at AS "decidedAt"
          FROM approvals WHERE asset_id = ${assetId}::uuid AND project_id = ${projectId}
          ORDER BY created_at DESC, id DESC LIMIT ${HISTORY_CAP}`,
    ),
  ]);
  return asset === null ? null : { ...asset, approvals };
}

export const reads = { listAssets, findAsset };
