import type { Decision } from '@slipway/contracts';
import { columnsOf, pick } from '../../columns.js';
import type { Database } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import { type RequestOrigin, recordProjectAction } from '../audit-log/audit.js';
import { notifyOfDecision } from '../notifications/approval-events.js';
import { type ApprovalRefusal, findRefusal } from './approval-refusal.js';

/** A decision on every pending approval that one change requested. */
export interface GroupDecision {
  readonly projectId: number;
  readonly commitSha: string;
  readonly approverUserId: number;
  readonly status: Decision;
  readonly comments: string | undefined;
  /** The request that made the decision, for the audit log. */
  readonly origin: RequestOrigin;
}

/** How many approvals were decided, and how many of the change still wait. */
export interface DecidedGroup {
  readonly changed: number;
  readonly left: number;
}

/** How many approvals one transaction decides: few enough that deliveries never wait long for the assets it locks. */
const BATCH = 1_000;

/**
 * Decides on the next batch of a change's pending approvals; callers repeat it until none is left. Returns the reason if
 * the project does not let the user approve them.
 */
export function decideGroup(database: Database, decision: GroupDecision): Promise<DecidedGroup | ApprovalRefusal> {
  const { projectId, commitSha, status } = decision;
  return database.modelTransaction(async (tx) => {
    const { accountId } = await tx.prisma.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { accountId: true },
    });
    const refusal = await findRefusal(tx, decision, commitSha);
    if (refusal !== null) return refusal;
    const assets = await lockAssets.all(tx.pool, decision);
    const now = await databaseTime(tx);
    const batch = { ...decision, assetIds: assets.map(({ id }) => id), now };
    const decided = await decideBatch.all(tx.pool, batch);
    if (decided.length > 0) {
      await markAssets.execute(tx.pool, { ...batch, assetIds: decided.map(({ assetId }) => assetId) });
      const { approverUserId: userId, origin } = decision;
      const action = { accountId, projectId, userId, action: 'approval.decide_group', target: commitSha };
      const detail = { decision: status, approvals: decided.length };
      await recordProjectAction(tx, { ...action, detail, origin });
      const assetId = decided[0]?.assetId ?? '';
      await notifyOfDecision(tx, { ...decision, accountId, assetId, assets: decided.length });
      await announceChange(tx, projectId, 'approval', 'asset');
    }
    const left = await tx.prisma.approval.count({ where: { projectId, commitSha, status: 'pending' } });
    return { changed: decided.length, left };
  });
}

const EXAMPLE: GroupDecision = {
  projectId: 1,
  commitSha: '48211',
  approverUserId: 1,
  status: 'approved',
  comments: undefined,
  origin: { tokenId: null, ipAddress: '', userAgent: '' },
};

/** Locks the assets in the order of their ids, as every transaction does, so that two never wait for each other. */
const lockAssets = defineQuery({
  name: 'lock assets of a change',
  columns: pick(columnsOf('Asset', 's'), 'id'),
  examples: [EXAMPLE],
  build: ({ projectId, commitSha }: GroupDecision, select) =>
    sql`SELECT ${select} FROM assets s
        WHERE s.id IN (SELECT asset_id FROM approvals
                       WHERE project_id = ${projectId} AND commit_sha = ${commitSha} AND status = 'pending'
                       ORDER BY asset_id LIMIT ${BATCH})
        ORDER BY s.id FOR NO KEY UPDATE`,
});

interface Batch extends GroupDecision {
  readonly assetIds: readonly string[];
  readonly now: Date;
}

const BATCH_EXAMPLE: Batch = { ...EXAMPLE, assetIds: [], now: new Date(0) };

const decideBatch = defineQuery({
  name: 'decide approvals of a change',
  columns: pick(columnsOf('Approval', 'p'), 'assetId'),
  examples: [BATCH_EXAMPLE, { ...BATCH_EXAMPLE, comments: 'Too bright' }],
  build: ({ projectId, commitSha, approverUserId, status, comments, assetIds, now }: Batch, select) => {
    const at = sql`${now}::timestamptz`;
    const timeOf = (decision: Decision) => (status === decision ? at : sql`NULL`);
    return sql`UPDATE approvals p
        SET status = ${status}::approval_status, approver_user_id = ${approverUserId},
          comments = COALESCE(${comments ?? null}::text, p.comments), decided_at = ${at}, updated_at = ${at},
          approved_at = ${timeOf('approved')}, denied_at = ${timeOf('denied')}, ignored_at = ${timeOf('ignored')}
        WHERE p.project_id = ${projectId} AND p.commit_sha = ${commitSha} AND p.status = 'pending'
          AND p.asset_id = ANY(${assetIds}::uuid[])
        RETURNING ${select}`;
  },
});

const markAssets = defineQuery({
  name: 'mark decided assets',
  columns: {},
  examples: [BATCH_EXAMPLE],
  build: ({ assetIds, status, now }: Batch) =>
    sql`UPDATE assets SET approval_status = ${status}::asset_approval_status, updated_at = ${now}::timestamptz
        WHERE id = ANY(${assetIds}::uuid[])`,
});
