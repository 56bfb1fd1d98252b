import type { ApprovalStatus, FileAction, SourceType } from '@slipway/contracts';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, rowVersion, type Versioned } from '../../define-page.js';
import {
  hasStablePlan,
  hiddenId,
  limited,
  mergeWalks,
  newestFirst,
  olderThan,
  type PageRequest,
  when,
} from '../../keyset.js';
import { withNumbers } from '../../numbers.js';
import { empty, type Sql, sql } from '../../sql.js';
import { listBuildsOfChanges } from '../builds/builds-of-changes.js';
import type { LinkedBuildRunRecord } from '../builds/linked-build-runs.js';
import { type LinkedReferenceRecord, listMentionedReferences } from '../references/references.js';

/** The columns of a change `c` in lists. */
export const changeColumns = {
  ...pick(
    columnsOf('Change', 'c'),
    'id',
    'identifier',
    'displayIdentifier',
    'sourceType',
    'author',
    'description',
    'timestamp',
    'orphanedAt',
    'createdAt',
    'updatedAt',
    'fileCount',
  ),
  approvalCount: computed(
    'int4',
    sql`(SELECT count(*)::int FROM approvals a WHERE a.project_id = c.project_id AND a.commit_sha = c.identifier)`,
  ),
};

/** A change as lists show it; author and description as the tool sent them. */
export interface ChangeRecord extends RowOf<typeof changeColumns> {}

/** A change with its files, builds, approvals, tasks and tracker items. */
export interface ChangeDetailRecord extends ChangeRecord {
  readonly files: readonly { readonly path: string; readonly action: FileAction }[];
  readonly approvals: Readonly<Record<ApprovalStatus, number>>;
  /** The newest builds, newest first. */
  readonly buildRuns: readonly LinkedBuildRunRecord[];
  /** Whether there are more builds. */
  readonly buildRunsTruncated: boolean;
  readonly taskIds: readonly number[];
  readonly references: readonly LinkedReferenceRecord[];
}

export interface ChangeFilter {
  readonly identifier: string | undefined;
  readonly sourceType: SourceType | undefined;
  readonly withOrphaned: boolean;
  readonly updatedSince: Date | undefined;
}

/** The most files and builds shown for one change. */
const MAX_FILES = 3_000;
const MAX_BUILD_RUNS = 50;

const keyset = { at: sql`timestamp`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);

type ChangePage = ChangeFilter & PageRequest & { readonly projectId: number };

const EXAMPLE: ChangePage = {
  projectId: 1,
  identifier: '1',
  sourceType: 'GitCommit',
  withOrphaned: false,
  updatedSince: new Date(0),
  count: 1,
  after: { at: 0, id: '1' },
};

/** Live and orphaned changes each have their own index; the index by source type contains both. */
function orphanConditions({ withOrphaned, sourceType }: ChangeFilter): readonly Sql[] {
  if (!withOrphaned) return [sql`AND orphaned_at IS NULL`];
  return sourceType === undefined ? [sql`AND orphaned_at IS NULL`, sql`AND orphaned_at IS NOT NULL`] : [empty];
}

/** Counts approvals only for the rows on the page. */
const changePage = definePage({
  name: 'list changes',
  columns: { ...changeColumns, rowVersion: rowVersion(sql`c.id`, sql`c.writer`, sql`c.updated_at`) },
  version: ['rowVersion', 'approvalCount'],
  prepared: hasStablePlan,
  examples: [EXAMPLE, { ...EXAMPLE, withOrphaned: true, sourceType: undefined, after: null }],
  build: (page: ChangePage, select) => {
    const { projectId, identifier, sourceType, updatedSince, count, after } = page;
    const walks = orphanConditions(page).map(
      (orphaned) => sql`SELECT *, xmin AS writer FROM changes
        WHERE project_id = ${hasStablePlan(page) ? hiddenId(projectId) : projectId} ${orphaned}
          ${when(identifier, (value) => sql`identifier = ${value}`)}
          ${when(sourceType, (value) => sql`source_type = ${value}::source_type`)}
          ${when(updatedSince, (value) => sql`updated_at >= ${value}::timestamptz`)}
          ${olderThan(after, keyset)}
        ORDER BY ${order} ${limited(count)}`,
    );
    return sql`SELECT ${select} FROM (${mergeWalks(walks, order, count)}) c
        ORDER BY c.timestamp DESC, c.id DESC`;
  },
});

/** A page of the project's changes, newest first. */
function listChanges(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<Versioned<ChangeRecord>[]> {
  return changePage.rows.all(pool, { ...filter, ...page, projectId });
}

const detail = {
  files: { select: { path: true, action: true }, orderBy: { path: 'asc' }, take: MAX_FILES },
  taskLinks: { select: { taskId: true }, orderBy: { taskId: 'asc' } },
} as const;

/** One change of the project, orphaned or not. */
async function findChange(
  on: DatabaseHandle,
  projectId: number,
  changeId: number,
): Promise<ChangeDetailRecord | null> {
  const found = await on.prisma.change.findUnique({ where: { id: changeId, projectId }, include: detail });
  if (found === null) return null;
  const { files, taskLinks, ...change } = found;
  const { identifier } = change;
  const [approvals, buildRuns, references] = await Promise.all([
    countApprovals(on, projectId, identifier),
    listBuildsOfChanges(on, { projectId, identifiers: [identifier], count: MAX_BUILD_RUNS + 1 }),
    listMentionedReferences(on, projectId, { changeId }),
  ]);
  const approvalCount = Object.values(approvals).reduce((sum, count) => sum + count, 0);
  const taskIds = taskLinks.map(({ taskId }) => taskId);
  return {
    ...withNumbers(change),
    ...{ approvalCount, files, approvals, taskIds, references },
    buildRuns: buildRuns.slice(0, MAX_BUILD_RUNS),
    buildRunsTruncated: buildRuns.length > MAX_BUILD_RUNS,
  };
}

async function countApprovals(
  { prisma }: DatabaseHandle,
  projectId: number,
  commitSha: string,
): Promise<Record<ApprovalStatus, number>> {
  const groups = await prisma.approval.groupBy({
    by: ['status'],
    where: { projectId, commitSha },
    _count: true,
  });
  const counts = { pending: 0, approved: 0, denied: 0, ignored: 0 };
  for (const { status, _count: count } of groups) counts[status] = count;
  return counts;
}

/** The version of such a page. */
function findChangePageVersion(
  { pool }: DatabaseHandle,
  projectId: number,
  filter: ChangeFilter,
  page: PageRequest,
) {
  return changePage.readVersion(pool, { ...filter, ...page, projectId });
}

export const reads = { listChanges, findChangePageVersion, findChange };
