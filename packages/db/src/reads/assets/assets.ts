import type { AssetType } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, rowVersion, type Versioned } from '../../define-page.js';
import { limited, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { empty, sql } from '../../sql.js';

/** The columns of an asset that lists show. */
export const assetColumns = pick(
  columnsOf('Asset'),
  'id',
  'projectId',
  'name',
  'path',
  'assetType',
  'approvalStatus',
  'version',
  'createdAt',
  'updatedAt',
);

/** An asset as lists show it. */
export interface AssetRecord extends RowOf<typeof assetColumns> {}

const history = { id: true, status: true, approverUserId: true, comments: true, decidedAt: true } as const;

/** A decision on an asset. */
export type ApprovalHistoryRecord = Pick<RowOf<ReturnType<typeof columnsOf<'Approval'>>>, keyof typeof history>;

/** An asset with its approvals, newest first. */
export interface AssetDetailRecord extends AssetRecord {
  readonly approvals: readonly ApprovalHistoryRecord[];
}

export interface AssetFilter {
  readonly pendingApproval: boolean;
  readonly assetType: AssetType | undefined;
}

/** People decide on an asset a handful of times; the limit is a guard against scripts. */
const MAX_APPROVALS = 100;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

type AssetPage = AssetFilter & PageRequest & { readonly projectId: number };

const EXAMPLE: AssetPage = {
  projectId: 1,
  pendingApproval: true,
  assetType: 'texture',
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const assetPage = definePage({
  name: 'list assets',
  columns: { ...assetColumns, rowVersion: rowVersion(sql`id`, sql`xmin`, sql`updated_at`) },
  version: ['rowVersion'],
  prepared: true,
  examples: [EXAMPLE, { ...EXAMPLE, after: null }],
  build: ({ projectId, pendingApproval, assetType, count, after }: AssetPage, select) =>
    sql`SELECT ${select} FROM assets
        WHERE project_id = ${projectId}
          ${pendingApproval ? sql`AND approval_status = 'pending'` : empty}
          ${when(assetType, (value) => sql`asset_type = ${value}::asset_type`)}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} ${limited(count)}`,
});

/** A page of the project's matching assets, newest first. */
function listAssets(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: AssetFilter,
  page: PageRequest,
): Promise<Versioned<AssetRecord>[]> {
  return assetPage.rows.all(pool, { ...filter, ...page, projectId });
}

/** One of the project's assets, with its latest approvals. */
async function findAsset(
  { prisma }: DatabaseHandle,
  projectId: number,
  assetId: string,
): Promise<AssetDetailRecord | null> {
  return prisma.asset.findUnique({
    where: { id: assetId, projectId },
    include: {
      approvals: { select: history, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MAX_APPROVALS },
    },
  });
}

/** The version of such a page. */
function findAssetPageVersion(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: AssetFilter,
  page: PageRequest,
) {
  return assetPage.readVersion(pool, { ...filter, ...page, projectId });
}

export const reads = { listAssets, findAssetPageVersion, findAsset };
