import type { AssetApprovalStatus, AssetType } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { withNumbers } from '../../numbers.js';
import { sql } from '../../sql.js';
import {
  type ChangeLinkRecord,
  changeLink,
  findNamedChanges,
  pickNamedChange,
} from '../changes/linked-changes.js';
import { assetColumns } from './assets.js';

const columns = { ...assetColumns, ...pick(columnsOf('Asset'), 'sizeBytes', 'lastEventAt') };

/** An asset as the console lists it. */
export interface ConsoleAssetRecord extends RowOf<typeof columns> {}

export interface AssetSearch {
  readonly text: string | undefined;
  readonly assetType: AssetType | undefined;
  readonly status: AssetApprovalStatus | undefined;
}

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

type AssetSearchPage = AssetSearch & PageRequest & { readonly projectId: number };

const EXAMPLE: AssetSearchPage = {
  projectId: 1,
  text: 'harbor crate',
  assetType: 'texture',
  status: 'pending',
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const assetSearch = defineQuery({
  name: 'search assets',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, text: undefined, after: null }],
  build: ({ projectId, text, assetType, status, count, after }: AssetSearchPage, select) =>
    sql`SELECT ${select} FROM assets
        WHERE project_id = ${projectId}
          ${when(assetType, (value) => sql`asset_type = ${value}::asset_type`)}
          ${when(status, (value) => sql`approval_status = ${value}::asset_approval_status`)}
          ${when(text, (value) => containsWords(sql`path`, value))}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} LIMIT ${count}`,
});

/** A page of the project's matching assets, newest first. */
function searchAssets(
  { pool }: DatabaseHandle,
  projectId: number,
  search: AssetSearch,
  page: PageRequest,
): Promise<ConsoleAssetRecord[]> {
  return assetSearch.all(pool, { ...search, ...page, projectId });
}

/** The number of assets of each type and approval status in a project. */
async function countAssets({ prisma }: DatabaseHandle, projectId: number) {
  const groups = await prisma.asset.groupBy({
    by: ['assetType', 'approvalStatus'],
    where: { projectId },
    _count: true,
  });
  return groups.map(({ _count: count, ...group }) => ({ ...group, count }));
}

/** The most versions and approvals that an asset's page shows. */
const MAX_HISTORY = 100;

/** An asset with its versions and approvals, newest first. */
async function findConsoleAsset(on: DatabaseHandle, projectId: number, assetId: string) {
  const asset = await on.prisma.asset.findUnique({
    where: { id: assetId, projectId },
    include: {
      project: { select: { previewHosts: true } },
      events: { orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }], take: MAX_HISTORY },
      approvals: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MAX_HISTORY },
    },
  });
  if (asset === null) return null;
  const [ofEvents, ofApprovals] = await Promise.all([
    listChangesById(
      on,
      projectId,
      asset.events.flatMap(({ changeId }) => changeId ?? []),
    ),
    findNamedChanges(
      on,
      [projectId],
      asset.approvals.map(({ commitSha }) => commitSha),
    ),
  ]);
  return {
    ...withNumbers(asset),
    events: asset.events.map((event) => ({
      ...withNumbers(event),
      change: ofEvents.find(({ id }) => id === Number(event.changeId)) ?? null,
    })),
    approvals: asset.approvals.map((approval) => ({
      ...approval,
      change: pickNamedChange(ofApprovals, projectId, [approval.commitSha]),
    })),
  };
}

/** An asset with everything that its page shows. */
export type ConsoleAssetDetailRecord = NonNullable<Awaited<ReturnType<typeof findConsoleAsset>>>;

async function listChangesById(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly bigint[],
): Promise<ChangeLinkRecord[]> {
  if (ids.length === 0) return [];
  const changes = await prisma.change.findMany({ where: { projectId, id: { in: [...ids] } }, select: changeLink });
  return changes.map(withNumbers);
}

export const reads = { searchAssets, countAssets, findConsoleAsset };
