import type { ApprovalStatus, SourceType } from '@slipway/contracts';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import {
  hasStablePlan,
  hiddenId,
  limited,
  mergeInOrder,
  newestFirst,
  olderThan,
  type PageRequest,
  when,
} from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { withNumbers } from '../../numbers.js';
import { empty, type Sql, sql } from '../../sql.js';
import { listBuildsOfChanges } from '../builds/builds-of-changes.js';
import { listMentionedReferences } from '../references/references.js';

/** The columns of a change `c` in lists. */
export const changeColumns = {
  ...pick(
    columnsOf('Change', 'c'),
    'id',
    'identifier',
    'displayIdentifier',
    'sourceType',
    'author',
    'authorUserId',
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

export interface ChangeFilter {
  readonly identifier?: string | undefined;
  readonly sourceType?: SourceType | undefined;
  readonly withOrphaned?: boolean | undefined;
  readonly updatedSince?: Date | undefined;
  /** Words of the message, or the start of the identifier. */
  readonly text?: string | undefined;
  /** Any of these authors. */
  readonly authors?: readonly ChangeAuthor[] | undefined;
}

/** An author as a tool writes it, and the user that it belongs to. */
export interface ChangeAuthor {
  readonly author: string;
  readonly authorUserId: number | null;
}

/** The most files and builds shown for one change. */
const MAX_FILES = 3_000;
const MAX_BUILD_RUNS = 50;
/** No index covers messages or authors: this many changes are searched for them before the page ends. */
const MAX_SEARCHED = 5_000;

const keyset = { at: sql`timestamp`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);

type ChangePage = ProjectPage<ChangeFilter>;

const EXAMPLE: ChangePage = {
  projectId: 1,
  identifier: '1',
  sourceType: 'GitCommit',
  withOrphaned: false,
  updatedSince: new Date(0),
  count: 1,
  after: { at: 0, id: '1' },
};
const SEARCH: ChangePage = { ...EXAMPLE, text: 'fog', authors: [{ author: 'ana', authorUserId: null }] };

/** Live and orphaned changes each have their own index; the index by source type contains both. */
function orphanConditions({ withOrphaned, sourceType }: ChangeFilter): readonly Sql[] {
  if (!withOrphaned) return [sql`AND orphaned_at IS NULL`];
  return sourceType === undefined ? [sql`AND orphaned_at IS NULL`, sql`AND orphaned_at IS NOT NULL`] : [empty];
}

const isSearch = ({ text, authors }: ChangeFilter) => text !== undefined || authors !== undefined;
const isPrepared = (page: ChangePage) => hasStablePlan(page) && !isSearch(page);

/** The newest changes, or those that are searched. */
function candidates(page: ChangePage): Sql {
  const { projectId, identifier, sourceType, updatedSince, after } = page;
  const count = isSearch(page) ? MAX_SEARCHED : page.count;
  const walks = orphanConditions(page).map(
    (orphaned) => sql`SELECT *, xmin AS writer FROM changes
      WHERE project_id = ${isPrepared(page) ? hiddenId(projectId) : projectId} ${orphaned}
        ${when(identifier, (value) => sql`identifier = ${value}`)}
        ${when(sourceType, (value) => sql`source_type = ${value}::source_type`)}
        ${when(updatedSince, (value) => sql`updated_at >= ${value}::timestamptz`)}
        ${olderThan(after, keyset)}
      ORDER BY ${order} ${limited(count)}`,
  );
  return mergeInOrder(walks, order, count);
}

function hasText(typed: string): Sql {
  return sql`(${containsWords(sql`description`, typed)} OR starts_with(identifier, ${typed.toLowerCase()}))`;
}

/** Users have positive ids, so 0 stands for an author who is none. */
function isBy(authors: readonly ChangeAuthor[]): Sql {
  const labels = authors.map(({ author }) => author);
  const userIds = authors.map(({ authorUserId }) => authorUserId ?? 0);
  return sql`(author, COALESCE(author_user_id, 0)) IN
    (SELECT * FROM unnest(${labels}::text[], ${userIds}::int[]))`;
}

function matching(page: ChangePage): Sql {
  if (!isSearch(page)) return candidates(page);
  return sql`SELECT * FROM (${candidates(page)}) found
    WHERE true ${when(page.text, hasText)} ${when(page.authors, isBy)} ORDER BY ${order} ${limited(page.count)}`;
}

/** Counts approvals only for the rows on the page. */
const changePage = definePage({
  name: 'list changes',
  columns: { ...changeColumns, rowVersion: rowVersion(sql`c.id`, sql`c.writer`, sql`c.updated_at`) },
  version: ['rowVersion', 'approvalCount'],
  prepared: isPrepared,
  examples: [EXAMPLE, SEARCH, { ...EXAMPLE, withOrphaned: true, sourceType: undefined, after: null }],
  build: (page: ChangePage, select) =>
    sql`SELECT ${select} FROM (${matching(page)}) c ORDER BY c.timestamp DESC, c.id DESC`,
});

const searchEnd = defineQuery({
  name: 'find end of change search',
  columns: {
    ...pick(columnsOf('Change', 'c'), 'id'),
    at: columnsOf('Change', 'c').timestamp,
    total: computed('int8', sql`count(*) OVER ()`),
  },
  examples: [SEARCH],
  build: (page: ChangePage, select) =>
    sql`SELECT ${select} FROM (${candidates(page)}) c ORDER BY c.timestamp, c.id LIMIT 1`,
});

/** Matching changes of a project, newest first. `searchedTo` is where the search stopped if it did not fill a page. */
async function searchChanges(on: DatabaseHandle, projectId: number, filter: ChangeFilter, page: PageRequest) {
  const changes = await changePage.list(on, projectId, filter, page);
  if (changes.length === page.count || !isSearch(filter)) return { changes, searchedTo: null };
  const end = await searchEnd.first(on.pool, { ...filter, ...page, projectId });
  return { changes, searchedTo: end === null || end.total < MAX_SEARCHED ? null : end };
}

/** How many of the newest changes are looked at for authors. */
const RECENT = 5_000;
const MAX_AUTHORS = 500;

const recentAuthors = defineQuery({
  name: 'list change authors',
  columns: {
    author: computed('text', sql`r.author`),
    authorUserId: nullable(computed('int4', sql`r.author_user_id`)),
    memberId: nullable(computed('int4', sql`min(m.user_id)`)),
  },
  examples: [1],
  build: (projectId: number, select) =>
    sql`SELECT ${select} FROM (
          SELECT author, author_user_id, account_id FROM changes
          WHERE project_id = ${projectId} AND orphaned_at IS NULL
          ORDER BY timestamp DESC, id DESC LIMIT ${RECENT}) r
        LEFT JOIN account_memberships m ON m.user_id = r.author_user_id AND m.account_id = r.account_id
        WHERE r.author <> '' GROUP BY r.author, r.author_user_id
        ORDER BY count(*) DESC, r.author, r.author_user_id LIMIT ${MAX_AUTHORS}`,
});

/** The authors of a project's recent changes as the tools write them, busiest first, with the member they are. */
function listChangeAuthors({ pool }: DatabaseHandle, projectId: number) {
  return recentAuthors.all(pool, projectId);
}

const detail = {
  files: { select: { path: true, action: true }, orderBy: { path: 'asc' }, take: MAX_FILES },
  taskLinks: { select: { taskId: true }, orderBy: { taskId: 'asc' } },
} as const;

/** One change of the project, orphaned or not. */
async function findChange(on: DatabaseHandle, projectId: number, changeId: number) {
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
    approvalCount,
    files,
    approvals,
    taskIds,
    references,
    /** Newest first. */
    buildRuns: buildRuns.slice(0, MAX_BUILD_RUNS),
    buildRunsTruncated: buildRuns.length > MAX_BUILD_RUNS,
  };
}

export type ChangeDetailRecord = NonNullable<Awaited<ReturnType<typeof findChange>>>;

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

export const reads = {
  listChanges: changePage.list,
  findChangePageVersion: changePage.readVersion,
  findChange,
  searchChanges,
  listChangeAuthors,
};
