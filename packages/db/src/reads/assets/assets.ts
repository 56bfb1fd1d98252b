import type { AssetApprovalStatus, AssetType } from '@slipway/contracts';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { limited, newestFirst, olderThan, when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { withNumbers } from '../../numbers.js';
import { sql } from '../../sql.js';
import {
  type ChangeLinkRecord,
  changeLink,
  findNamedChanges,
  pickNamedChange,
} from '../changes/linked-changes.js';

const columns = pick(
  columnsOf('Asset'),
  'id',
  'projectId',
  'name',
  'path',
  'assetType',
  'approvalStatus',
  'version',
  'sizeBytes',
  'lastEventAt',
  'createdAt',
  'updatedAt',
);

export interface AssetRecord extends RowOf<typeof columns> {}

export interface AssetFilter {
  /** Words that the path contains. */
  readonly text?: string | undefined;
  readonly assetType?: AssetType | undefined;
  readonly status?: AssetApprovalStatus | undefined;
}

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`uuid` };

type AssetPage = ProjectPage<AssetFilter>;

const EXAMPLE: AssetPage = {
  projectId: 1,
  text: 'harbor crate',
  assetType: 'texture',
  status: 'pending',
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};

const assetPage = definePage({
  name: 'list assets',
  columns: { ...columns, rowVersion: rowVersion(sql`id`, sql`xmin`, sql`updated_at`) },
  version: ['rowVersion'],
  prepared: ({ text }: AssetPage) => text === undefined,
  examples: [EXAMPLE, { ...EXAMPLE, text: undefined, after: null }],
  build: ({ projectId, text, assetType, status, count, after }: AssetPage, select) =>
    sql`SELECT ${select} FROM assets
        WHERE project_id = ${projectId}
          ${when(status, hasStatus)}
          ${when(assetType, (value) => sql`asset_type = ${value}::asset_type`)}
          ${when(text, (value) => containsWords(sql`path`, value))}
          ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} ${limited(count)}`,
});

/** Pending assets have an index of their own, which a prepared statement uses only for a literal. */
const hasStatus = (status: AssetApprovalStatus) =>
  status === 'pending'
    ? sql`approval_status = 'pending'`
    : sql`approval_status = ${status}::asset_approval_status`;

/** The most versions and approvals that are shown of an asset; the limit is a guard against scripts. */
const MAX_HISTORY = 100;

/** One of the project's assets, with its latest approvals, newest first. */
async function findAsset({ prisma }: DatabaseHandle, projectId: number, assetId: string) {
  const asset = await prisma.asset.findUnique({
    where: { id: assetId, projectId },
    include: { approvals: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MAX_HISTORY } },
  });
  return asset && withNumbers(asset);
}

export type AssetDetailRecord = NonNullable<Awaited<ReturnType<typeof findAsset>>>;

/** What the page of an asset shows besides it: its versions, newest first, and the changes behind its approvals. */
async function findAssetSurroundings(on: DatabaseHandle, asset: AssetDetailRecord) {
  const { id: assetId, projectId } = asset;
  const [{ previewHosts }, events, named] = await Promise.all([
    on.prisma.project.findUniqueOrThrow({ where: { id: projectId }, select: { previewHosts: true } }),
    on.prisma.assetEvent.findMany({
      where: { assetId },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      take: MAX_HISTORY,
    }),
    findNamedChanges(
      on,
      [projectId],
      asset.approvals.map(({ commitSha }) => commitSha),
    ),
  ]);
  const changes = await listChangesById(
    on,
    projectId,
    events.flatMap(({ changeId }) => changeId ?? []),
  );
  return {
    previewHosts,
    events: events.map((event) => ({
      ...withNumbers(event),
      change: changes.find(({ id }) => id === Number(event.changeId)) ?? null,
    })),
    approvals: asset.approvals.map((approval) => ({
      ...approval,
      change: pickNamedChange(named, projectId, [approval.commitSha]),
    })),
  };
}

async function listChangesById(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly bigint[],
): Promise<ChangeLinkRecord[]> {
  if (ids.length === 0) return [];
  const changes = await prisma.change.findMany({ where: { projectId, id: { in: [...ids] } }, select: changeLink });
  return changes.map(withNumbers);
}

async function countAssets({ prisma }: DatabaseHandle, projectId: number) {
  const groups = await prisma.asset.groupBy({
    by: ['assetType', 'approvalStatus'],
    where: { projectId },
    _count: true,
  });
  return groups.map(({ _count: count, ...group }) => ({ ...group, count }));
}

export const reads = {
  listAssets: assetPage.list,
  findAssetPageVersion: assetPage.readVersion,
  findAsset,
  findAssetSurroundings,
  countAssets,
};
