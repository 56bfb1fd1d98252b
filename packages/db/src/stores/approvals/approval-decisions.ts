import type { Decision } from '@slipway/contracts';
import type { Database, DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { type ApprovalRecord, findApproval } from '../../reads/approvals/approvals.js';
import { sql } from '../../sql.js';
import { type RequestOrigin, recordProjectAction } from '../audit-log/audit.js';
import { notifyOfDecision } from '../notifications/approval-events.js';
import { type ApprovalRefusal, findRefusal } from './approval-refusal.js';

export interface ApprovalDecision {
  readonly projectId: number;
  readonly assetId: string;
  readonly approverUserId: number;
  readonly status: Decision;
  /** Unchanged if undefined. */
  readonly comments: string | undefined;
  readonly stage: string | undefined;
  /** The id for a new approval, if none exists yet. */
  readonly newId: string;
  /** The request that made the decision, for the audit log. */
  readonly origin: RequestOrigin;
}

/** The approval that was decided, and whether it is new. */
export interface DecidedApproval {
  readonly approval: ApprovalRecord;
  readonly created: boolean;
}

/**
 * Decides on an asset: the decision goes to the newest approval, or to a new one if there is none, and the asset takes
 * on its status. Null if the project has no such asset; the reason if the project does not let the user approve it.
 */
export function decideApproval(
  database: Database,
  decision: ApprovalDecision,
): Promise<DecidedApproval | ApprovalRefusal | null> {
  return database.modelTransaction(async (tx) => {
    const asset = await lockAsset(tx, decision);
    if (asset === null) return null;
    const request = await findRequest(tx, asset.id, decision.projectId);
    const refusal = await findRefusal(tx, decision, request.commitSha);
    if (refusal !== null) return refusal;
    const decided = await writeDecision(tx, { ...asset, request }, decision);
    const { projectId, status } = decision;
    await tx.prisma.asset.update({ where: { id: asset.id, projectId }, data: { approvalStatus: status } });
    await recordDecision(tx, asset, { ...decision, approvalId: decided.id });
    const { accountId, id: assetId } = asset;
    await notifyOfDecision(tx, { ...decision, accountId, assetId, commitSha: request.commitSha, assets: 1 });
    await announceChange(tx, projectId, 'approval', 'asset');
    const approval = await findApproval(tx, projectId, decided.id);
    return approval && { approval, created: decided.created };
  });
}

/** Locks the asset until the transaction ends, so that the later of two decisions finds the approval of the first. */
const lockRow = defineQuery({
  name: 'lock asset',
  columns: {},
  examples: [{ assetId: '00000000-0000-0000-0000-000000000000', projectId: 1 }],
  build: ({ assetId, projectId }: Pick<ApprovalDecision, 'assetId' | 'projectId'>) =>
    sql`SELECT FROM assets WHERE id = ${assetId}::uuid AND project_id = ${projectId} FOR NO KEY UPDATE`,
});

async function lockAsset({ prisma, pool }: DatabaseHandle, decision: ApprovalDecision) {
  await lockRow.execute(pool, decision);
  const { assetId: id, projectId } = decision;
  return prisma.asset.findUnique({
    where: { id, projectId },
    select: { id: true, accountId: true, name: true, version: true },
  });
}

async function recordDecision(
  tx: DatabaseHandle,
  { accountId, name }: { readonly accountId: number; readonly name: string },
  { projectId, approverUserId, status, approvalId, origin }: ApprovalDecision & { readonly approvalId: string },
): Promise<void> {
  const detail = { decision: status, approval_id: approvalId };
  const action = { accountId, projectId, userId: approverUserId, action: 'approval.decide', target: name };
  await recordProjectAction(tx, { ...action, detail, origin });
}

/** The newest approval of an asset, if there is one, and the change that it is about. */
interface ApprovalRequest {
  readonly id: string | null;
  readonly commitSha: string;
}

interface LockedAsset {
  readonly id: string;
  readonly accountId: number;
  readonly version: number;
  readonly request: ApprovalRequest;
}

async function findRequest(tx: DatabaseHandle, assetId: string, projectId: number): Promise<ApprovalRequest> {
  const newest = await tx.prisma.approval.findFirst({
    where: { assetId, projectId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, commitSha: true },
  });
  return newest ?? { id: null, commitSha: await findLastChange(tx, projectId, assetId) };
}

async function writeDecision(
  tx: DatabaseHandle,
  { id: assetId, accountId, version, request }: LockedAsset,
  { projectId, approverUserId, status, comments, stage, newId }: ApprovalDecision,
): Promise<{ id: string; created: boolean }> {
  const now = await databaseTime(tx);
  const decided = { ...timesOf(status, now), status, approverUserId };
  const text = {
    ...(comments !== undefined && { comments }),
    ...(stage !== undefined && { approvalStage: stage }),
  };
  if (request.id !== null) {
    await tx.prisma.approval.update({ where: { id: request.id, projectId }, data: { ...decided, ...text } });
    return { id: request.id, created: false };
  }
  const scope = { accountId, projectId, assetId, assetVersion: version, commitSha: request.commitSha };
  await tx.prisma.approval.create({ data: { id: newId, ...scope, ...decided, ...text, createdAt: now } });
  return { id: newId, created: true };
}

/** Sets the time of this decision and clears the times of the other two. */
function timesOf(status: Decision, now: Date) {
  const when = (decision: Decision) => (status === decision ? now : null);
  return {
    approvedAt: when('approved'),
    deniedAt: when('denied'),
    ignoredAt: when('ignored'),
    decidedAt: now,
    updatedAt: now,
  };
}

/** The identifier of the last change that touched the asset; empty if none did. */
async function findLastChange({ prisma }: DatabaseHandle, projectId: number, assetId: string): Promise<string> {
  const event = await prisma.assetEvent.findFirst({
    where: { assetId, changeId: { not: null } },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    select: { changeId: true },
  });
  if (event === null || event.changeId === null) return '';
  const change = await prisma.change.findFirst({
    where: { id: event.changeId, projectId },
    select: { identifier: true },
  });
  return change?.identifier ?? '';
}

/** An account's approvals that wait for a decision, or that a user decided. */
export interface ApprovalSelection {
  readonly accountId: number;
  readonly ids: readonly string[];
}

/** Those of the given approvals that still wait for a decision, with their assets. */
export async function findPendingApprovals(
  { prisma }: DatabaseHandle,
  { accountId, ids }: ApprovalSelection,
): Promise<{ readonly id: string; readonly projectId: number; readonly assetId: string }[]> {
  return prisma.approval.findMany({
    where: { id: { in: [...ids] }, accountId, status: 'pending' },
    select: { id: true, projectId: true, assetId: true },
  });
}

/**
 * Reverts a user's decisions: their approvals, and the assets, are pending again. Skips approvals that someone else has
 * decided since, or whose asset has a newer approval. Returns the ids of the reopened approvals.
 */
export function reopenApprovals(
  database: Database,
  { userId, ...origin }: RequestOrigin & { readonly userId: number },
  { accountId, ids }: ApprovalSelection,
): Promise<string[]> {
  return database.modelTransaction(async (tx) => {
    const decided = await tx.prisma.approval.findMany({
      where: { id: { in: [...ids] }, accountId, status: { not: 'pending' }, approverUserId: userId },
      select: { id: true, projectId: true, assetId: true, asset: { select: { name: true } } },
      // Every transaction locks assets in the same order, so that two requests never wait for each other.
      orderBy: { assetId: 'asc' },
    });
    const reopened: typeof decided = [];
    for (const approval of decided) if (await reopen(tx, userId, approval)) reopened.push(approval);
    await announceReopened(tx, decided);
    for (const { id, projectId, asset } of reopened) {
      const action = { accountId, projectId, userId, action: 'approval.reopen', target: asset.name };
      await recordProjectAction(tx, { ...action, detail: { approval_id: id }, origin });
    }
    return reopened.map(({ id }) => id);
  });
}

async function reopen(
  tx: DatabaseHandle,
  approverUserId: number,
  { id, projectId, assetId }: { readonly id: string; readonly projectId: number; readonly assetId: string },
): Promise<boolean> {
  await lockRow.execute(tx.pool, { assetId, projectId });
  const newest = await tx.prisma.approval.findFirst({
    where: { assetId, projectId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (newest?.id !== id) return false;
  const times = { approvedAt: null, deniedAt: null, ignoredAt: null, decidedAt: null };
  const updatedAt = await databaseTime(tx);
  const { count } = await tx.prisma.approval.updateMany({
    where: { id, projectId, approverUserId, status: { not: 'pending' } },
    // Comments belong to the decision, so a pending approval has none.
    data: { ...times, status: 'pending', approverUserId: null, comments: '', updatedAt },
  });
  if (count === 1)
    await tx.prisma.asset.update({ where: { id: assetId, projectId }, data: { approvalStatus: 'pending' } });
  return count === 1;
}

async function announceReopened(
  tx: DatabaseHandle,
  approvals: readonly { readonly projectId: number }[],
): Promise<void> {
  const projectIds = new Set(approvals.map(({ projectId }) => projectId));
  for (const projectId of projectIds) await announceChange(tx, projectId, 'approval', 'asset');
}
