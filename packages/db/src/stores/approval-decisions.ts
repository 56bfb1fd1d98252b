import type { Decision } from '@slipway/contracts';
import { type ApprovalRecord, approvalColumns } from '../reads/approvals.js';
import { empty, execute, type Queryable, queryOne, type Sql, sql } from '../sql.js';

/** Someone's decision on an asset. */
export interface ApprovalDecision {
  readonly projectId: number;
  readonly assetId: string;
  readonly approverUserId: number;
  readonly status: Decision;
  /** Left as they are when undefined. */
  readonly comments: string | undefined;
  readonly stage: string | undefined;
  /** The id of the record, should one have to be made. */
  readonly newId: string;
}

/** The record decided on, and whether it had to be made. */
export interface DecidedApproval {
  readonly approval: ApprovalRecord;
  readonly created: boolean;
}

/** The decision's own time is set, those of the other two are cleared. */
function times(status: Decision): Sql {
  const when = (decision: Decision) => (status === decision ? sql`clock.now` : sql`NULL::timestamptz`);
  return sql`${when('approved')}, ${when('denied')}, ${when('ignored')}, clock.now`;
}

/** Read once per statement, so that the times of one decision are the same. */
const clock = sql`(SELECT date_trunc('milliseconds', clock_timestamp()) AS now) clock`;

/** Holds the asset until the transaction ends: of two decisions at once the later one finds the record of the first. */
async function lockAsset(tx: Queryable, { assetId, projectId }: ApprovalDecision): Promise<boolean> {
  const asset = await queryOne(
    tx,
    sql`SELECT id FROM assets WHERE id = ${assetId}::uuid AND project_id = ${projectId} FOR NO KEY UPDATE`,
  );
  return asset !== null;
}

function updateNewest(tx: Queryable, decision: ApprovalDecision): Promise<ApprovalRecord | null> {
  const { projectId, assetId, approverUserId, status, comments, stage } = decision;
  return queryOne(
    tx,
    sql`UPDATE approvals a SET
          (approved_at, denied_at, ignored_at, decided_at) = ROW(${times(status)}),
          status = ${status}::approval_status, approver_user_id = ${approverUserId}, updated_at = clock.now
          ${comments === undefined ? empty : sql`, comments = ${comments}`}
          ${stage === undefined ? empty : sql`, approval_stage = ${stage}`}
        FROM assets s, ${clock}
        WHERE s.id = a.asset_id AND a.project_id = ${projectId}
          AND a.id = (SELECT id FROM approvals WHERE asset_id = ${assetId}::uuid AND project_id = ${projectId}
                      ORDER BY created_at DESC, id DESC LIMIT 1)
        RETURNING ${approvalColumns}`,
  );
}

/** A record of its own, against the last change that touched the asset. */
function insertDecided(tx: Queryable, decision: ApprovalDecision): Promise<ApprovalRecord | null> {
  const { projectId, assetId, approverUserId, status, comments, stage } = decision;
  return queryOne(
    tx,
    sql`WITH a AS (
          INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, approval_stage, status,
            approver_user_id, comments, asset_version, approved_at, denied_at, ignored_at, decided_at, created_at,
            updated_at)
          SELECT ${decision.newId}::uuid, s.account_id, s.project_id, s.id,
            COALESCE((SELECT c.identifier FROM asset_events e
                      JOIN changes c ON c.id = e.change_id AND c.project_id = e.project_id
                      WHERE e.asset_id = s.id ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1), ''),
            ${stage ?? 'art_review'}, ${status}::approval_status, ${approverUserId}::int, ${comments ?? ''}, s.version,
            ${times(status)}, clock.now, clock.now
          FROM assets s, ${clock}
          WHERE s.id = ${assetId}::uuid AND s.project_id = ${projectId}
          RETURNING *)
        SELECT ${approvalColumns} FROM a JOIN assets s ON s.id = a.asset_id`,
  );
}

/**
 * Decides on an asset: the newest approval takes the decision, a first one is made when there is none, and the asset
 * follows. Null when the project has no such asset.
 */
export async function decideApproval(tx: Queryable, decision: ApprovalDecision): Promise<DecidedApproval | null> {
  if (!(await lockAsset(tx, decision))) return null;
  const updated = await updateNewest(tx, decision);
  const approval = updated ?? (await insertDecided(tx, decision));
  if (approval === null) return null;
  await execute(
    tx,
    sql`UPDATE assets SET approval_status = ${decision.status}::asset_approval_status, updated_at = clock_timestamp()
        WHERE id = ${decision.assetId}::uuid AND project_id = ${decision.projectId}`,
  );
  return { approval, created: updated === null };
}
