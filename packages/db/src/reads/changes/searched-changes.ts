import type { SourceType } from '@slipway/contracts';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { mergeWalks, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { type Sql, sql } from '../../sql.js';
import { changeColumns } from './changes.js';

const columns = {
  ...changeColumns,
  authorUserId: nullable(
    computed(
      'int4',
      sql`(SELECT m.user_id FROM account_memberships m
           WHERE m.user_id = c.author_user_id AND m.account_id = c.account_id)`,
    ),
  ),
};

/** A change as the console lists it. */
export interface SearchedChangeRecord extends RowOf<typeof columns> {}

/** An author as a tool writes it, and the user that it belongs to. */
export interface ChangeAuthor {
  readonly author: string;
  readonly authorUserId: number | null;
}

export interface ChangeSearch {
  /** Words of the message, or the start of the identifier. */
  readonly text: string | undefined;
  readonly sourceType: SourceType | undefined;
  /** Any of these authors. */
  readonly authors: readonly ChangeAuthor[] | undefined;
  readonly withOrphaned: boolean;
}

type ChangePage = ChangeSearch & PageRequest & { readonly projectId: number };

/** No index covers messages or authors: this many changes are searched for them before the page ends. */
const MAX_SEARCHED = 5_000;

const keyset = { at: sql`timestamp`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);

const EXAMPLE: ChangePage = {
  projectId: 1,
  text: 'fog',
  sourceType: undefined,
  authors: [{ author: 'ana', authorUserId: null }],
  withOrphaned: false,
  count: 1,
  after: { at: 0, id: '1' },
};

const isFiltered = ({ text, authors }: ChangeSearch) => text !== undefined || authors !== undefined;

/** The changes to search, newest first. Live and orphaned changes each have their own index. */
function candidates(page: ChangePage): Sql {
  const { projectId, sourceType, withOrphaned, after } = page;
  const searched = isFiltered(page) ? MAX_SEARCHED : page.count;
  const states = withOrphaned
    ? [sql`orphaned_at IS NULL`, sql`orphaned_at IS NOT NULL`]
    : [sql`orphaned_at IS NULL`];
  const walks = states.map(
    (state) => sql`SELECT * FROM changes WHERE project_id = ${projectId} AND ${state}
        ${when(sourceType, (value) => sql`source_type = ${value}::source_type`)} ${olderThan(after, keyset)}
      ORDER BY ${order} LIMIT ${searched}`,
  );
  return mergeWalks(walks, order, searched);
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

const changePage = defineQuery({
  name: 'search changes',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, withOrphaned: true, sourceType: 'GitCommit', text: undefined, after: null }],
  build: (page: ChangePage, select) =>
    sql`SELECT ${select} FROM (
          SELECT * FROM (${candidates(page)}) found
          WHERE true ${when(page.text, hasText)}
            ${when(page.authors, isBy)}
          ORDER BY ${order} LIMIT ${page.count}) c
        ORDER BY c.timestamp DESC, c.id DESC`,
});

const searchEnd = defineQuery({
  name: 'find end of change search',
  columns: {
    ...pick(columnsOf('Change', 'c'), 'id'),
    at: columnsOf('Change', 'c').timestamp,
    total: computed('int8', sql`count(*) OVER ()`),
  },
  examples: [EXAMPLE],
  build: (page: ChangePage, select) =>
    sql`SELECT ${select} FROM (${candidates(page)}) c ORDER BY c.timestamp, c.id LIMIT 1`,
});

/** A page of changes. `searchedTo` is where the search stopped if it did not fill a page. */
export interface ChangeSearchResult {
  readonly changes: readonly SearchedChangeRecord[];
  readonly searchedTo: { readonly at: Date; readonly id: number } | null;
}

/** Matching changes of a project, newest first. */
async function searchChanges(
  { pool }: DatabaseHandle,
  projectId: number,
  search: ChangeSearch,
  { count, after }: PageRequest,
): Promise<ChangeSearchResult> {
  const page = { ...search, projectId, count, after };
  const changes = await changePage.all(pool, page);
  if (changes.length === count || !isFiltered(search)) return { changes, searchedTo: null };
  const end = await searchEnd.first(pool, page);
  return { changes, searchedTo: end === null || end.total < MAX_SEARCHED ? null : { at: end.at, id: end.id } };
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

export const reads = { searchChanges, listChangeAuthors };
