import type { ApprovalStatus, AssetType } from '@slipway/contracts';
import { DECISIONS } from '@slipway/contracts';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { mergeInOrder, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { empty, sql } from '../../sql.js';
import { type ChangeLinkRecord, findNamedChanges, pickNamedChange } from '../changes/linked-changes.js';
import { isOfTypes, type ReviewedType } from './asset-reviewers.js';

const asset = columnsOf('Asset', 's');
const columns = {
  ...pick(
    columnsOf('Approval', 'a'),
    'id',
    'projectId',
    'assetId',
    'commitSha',
    'approvalStage',
    'status',
    'approverUserId',
    'comments',
    'assetVersion',
    'decidedAt',
    'createdAt',
  ),
  assetName: asset.name,
  assetPath: asset.path,
  assetType: asset.assetType,
  projectName: columnsOf('Project', 'p').name,
  /** The queue's sort key: the time of the request, or of the decision. */
  at: computed('timestamptz', sql`w.at`),
};

type QueueRow = RowOf<typeof columns>;

export interface ReviewItemRecord extends QueueRow {
  readonly change: ChangeLinkRecord | null;
}

export interface QueueFilter {
  readonly decided: boolean;
  readonly projectId: number | undefined;
  readonly assetType: AssetType | undefined;
  readonly text: string | undefined;
  /** Only approvals that this change requested. */
  readonly commitSha: string | undefined;
  /** Only assets of these types; undefined for all. */
  readonly reviewed: readonly ReviewedType[] | undefined;
  /** Changes whose approvals are left out. */
  readonly without: readonly Pick<QueueRow, 'projectId' | 'commitSha'>[];
}

type QueuePage = QueueFilter & PageRequest & { readonly accountId: number };

const EXAMPLE: QueuePage = {
  accountId: 1,
  decided: true,
  projectId: 1,
  assetType: 'texture',
  text: 'harbor',
  commitSha: '48211',
  reviewed: [{ projectId: 1, assetType: 'texture' }],
  without: [{ projectId: 1, commitSha: '48212' }],
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const queuePage = defineQuery({
  name: 'list review queue',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, decided: false, reviewed: undefined, after: null }],
  build: (page: QueuePage, select) => {
    const statuses: readonly ApprovalStatus[] = page.decided ? DECISIONS : ['pending'];
    const walks = statuses.map((status) => walk(status, page));
    return sql`SELECT ${select} FROM (${mergeInOrder(walks, sql`at DESC, id DESC`, page.count)}) w
        JOIN approvals a ON a.id = w.id
        JOIN assets s ON s.id = a.asset_id
        JOIN projects p ON p.id = a.project_id
        ORDER BY w.at DESC, w.id DESC`;
  },
});

/** The predicates are worded exactly like those of the partial indexes that serve them. */
function walk(status: ApprovalStatus, page: QueuePage) {
  const { accountId, projectId, assetType, text, commitSha, count, after } = page;
  const at = status === 'pending' ? sql`a.created_at` : sql`a.decided_at`;
  const inStatus =
    status === 'pending'
      ? sql`a.status = 'pending'`
      : sql`a.status <> 'pending' AND a.status = ${status}::approval_status`;
  const keyset = { at, id: sql`a.id`, idType: sql`uuid` };
  return sql`SELECT a.id, ${at} AS at FROM approvals a JOIN assets s ON s.id = a.asset_id
      WHERE a.account_id = ${accountId} AND ${inStatus}
        ${when(projectId, (value) => sql`a.project_id = ${value}`)}
        ${when(assetType, (value) => sql`s.asset_type = ${value}::asset_type`)}
        ${when(text, (value) => containsWords(sql`s.path`, value))}
        ${when(commitSha, (value) => sql`a.commit_sha = ${value}`)}
        ${isReviewed(page)}
        ${isOfNone(page)}
        ${olderThan(after, keyset)}
      ORDER BY ${newestFirst(keyset)} LIMIT ${count}`;
}

const reviewedAsset = { projectId: sql`a.project_id`, assetType: sql`s.asset_type` };

function isReviewed({ reviewed }: QueuePage) {
  return reviewed === undefined ? empty : sql`AND ${isOfTypes(reviewedAsset, reviewed)}`;
}

function isOfNone({ without }: QueuePage) {
  if (without.length === 0) return empty;
  const projectIds = without.map(({ projectId }) => projectId);
  const commits = without.map(({ commitSha }) => commitSha);
  return sql`AND (a.project_id, a.commit_sha) NOT IN
    (SELECT * FROM unnest(${projectIds}::int[], ${commits}::text[]))`;
}

/** A page of an account's pending approvals, or of its decisions, newest first. */
async function listReviewQueue(
  on: DatabaseHandle,
  accountId: number,
  filter: QueueFilter,
  page: PageRequest,
): Promise<ReviewItemRecord[]> {
  const rows = await queuePage.all(on.pool, { ...filter, ...page, accountId });
  const changes = await findNamedChanges(
    on,
    [...new Set(rows.map(({ projectId }) => projectId))],
    rows.map(({ commitSha }) => commitSha),
  );
  return rows.map((row) => ({ ...row, change: pickNamedChange(changes, row.projectId, [row.commitSha]) }));
}

export const reads = { listReviewQueue };
