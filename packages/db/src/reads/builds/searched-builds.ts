import type { BuildStatus, BuildType, InvestigationStatus } from '@slipway/contracts';
import { columnsOf, computed, narrowed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { mergeWalks, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { isSameCommit, isWholeOf } from '../../same-commit.js';
import { type Sql, sql } from '../../sql.js';
import { buildRunColumns, toBuildRun, typeConditions } from './build-runs.js';

/** The change that a build names, if the project knows it. */
export const builtChange = sql`(SELECT c.id FROM changes c WHERE c.project_id = b.project_id
  AND ((b.commit_hash <> '' AND ${isWholeOf(sql`c.identifier`, sql`b.commit_hash`)})
    OR (b.commit_hash = '' AND b.changelist <> '' AND c.identifier = b.changelist))
  ORDER BY c.identifier LIMIT 1)`;

/** Who started a build: the name of an account member, otherwise what the tool sent. */
export const startedBy = sql`COALESCE((SELECT u.name FROM account_memberships m JOIN users u ON u.id = m.user_id
  WHERE m.user_id = b.actor_user_id AND m.account_id = b.account_id), b.actor)`;

const columns = {
  ...buildRunColumns('b'),
  jobKey: columnsOf('BuildRun', 'b').jobKey,
  startedBy: computed('text', startedBy),
  changeId: nullable(computed('int8', builtChange)),
  investigation: nullable(
    narrowed<InvestigationStatus>(
      computed(
        'text',
        sql`(SELECT i.status::text FROM investigations i WHERE i.build_run_id = b.id
             ORDER BY i.created_at DESC LIMIT 1)`,
      ),
    ),
  ),
};

/** A build run as the console lists it. */
export interface SearchedBuildRecord extends RowOf<typeof columns> {}

export interface BuildSearch {
  /** A build number, changelist or commit hash. */
  readonly text: string | undefined;
  readonly status: BuildStatus | undefined;
  readonly buildType: BuildType | undefined;
  readonly jobName: string | undefined;
  readonly branch: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

type BuildPage = BuildSearch & PageRequest & { readonly projectId: number };

/** No index covers jobs or branches: this many builds are searched for them before the page ends. */
const MAX_SEARCHED = 5_000;
/** How many builds with a matching number or revision are sorted by time. */
const MAX_NAMED = 1_000;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);

const EXAMPLE: BuildPage = {
  projectId: 1,
  text: undefined,
  status: 'failed',
  buildType: 'unreal',
  jobName: 'Harbor-Win64',
  branch: 'main',
  from: new Date(0),
  to: new Date(0),
  count: 1,
  after: { at: 0, id: '1' },
};
const NAMED: BuildPage = { ...EXAMPLE, text: 'abcdef0', buildType: undefined, after: null };

const buildPage = defineQuery({
  name: 'search builds',
  columns,
  examples: [EXAMPLE, NAMED],
  build: (page: BuildPage, select) =>
    sql`SELECT ${select} FROM (
          SELECT * FROM (${candidates(page)}) found
          WHERE true ${when(page.jobName, (value) => sql`job_name = ${value}`)}
            ${when(page.branch, (value) => sql`branch = ${value}`)}
          ORDER BY ${order} LIMIT ${page.count}) b
        ORDER BY b.created_at DESC, b.id DESC`,
});

const isFiltered = ({ jobName, branch }: BuildSearch) => jobName !== undefined || branch !== undefined;

/** The builds to search for those of a job and branch, newest first. */
function candidates(page: BuildPage): Sql {
  const { projectId, status, text, from, to, after } = page;
  const conditions = sql`${when(status, (value) => sql`status = ${value}::build_status`)}
    ${when(from, (value) => sql`created_at >= ${value}::timestamptz`)}
    ${when(to, (value) => sql`created_at < ${value}::timestamptz`)} ${olderThan(after, keyset)}`;
  const searched = isFiltered(page) ? MAX_SEARCHED : page.count;
  if (text !== undefined) return mergeWalks(namedWalks(page, conditions), order, searched);
  const walks = typeConditions({ buildType: page.buildType, targetType: undefined }).map(
    (ofTypes) => sql`SELECT * FROM build_runs WHERE project_id = ${projectId} ${conditions} ${ofTypes}
                     ORDER BY ${order} LIMIT ${searched}`,
  );
  return mergeWalks(walks, order, searched);
}

/** Builds by number, changelist and commit. Each walk skips the builds of the ones before it. */
function namedWalks({ projectId, text = '', buildType }: BuildPage, conditions: Sql): readonly Sql[] {
  const ofType = when(buildType, (value) => sql`build_type = ${value}::engine`);
  const named = [
    sql`build_number = ${text}`,
    sql`changelist <> '' AND changelist = ${text} AND build_number <> ${text}`,
    sql`commit_hash <> '' AND ${isSameCommit(sql`commit_hash`, sql`${text}::text`)}
      AND build_number <> ${text} AND changelist <> ${text}`,
  ];
  return named.map(
    (name) => sql`SELECT * FROM (SELECT * FROM build_runs WHERE project_id = ${projectId} AND ${name}
                    LIMIT ${MAX_NAMED}) named WHERE true ${conditions} ${ofType}`,
  );
}

const searchEnd = defineQuery({
  name: 'find end of build search',
  columns: { at: columnsOf('BuildRun', 'b').createdAt, id: columnsOf('BuildRun', 'b').id },
  examples: [EXAMPLE],
  build: (page: BuildPage, select) =>
    sql`SELECT ${select} FROM (${candidates(page)}) b ORDER BY b.created_at, b.id LIMIT 1`,
});

/** A page of builds. `searchedTo` is where the search stopped if it did not fill a page. */
export interface BuildSearchResult {
  readonly builds: readonly SearchedBuildRecord[];
  readonly searchedTo: { readonly at: Date; readonly id: number } | null;
}

/** Matching builds of a project, newest first. */
async function searchBuilds(
  { pool }: DatabaseHandle,
  projectId: number,
  search: BuildSearch,
  { count, after }: PageRequest,
): Promise<BuildSearchResult> {
  const page = { ...search, projectId, count, after };
  const builds = (await buildPage.all(pool, page)).map(toBuildRun);
  if (builds.length === count || !isFiltered(search)) return { builds, searchedTo: null };
  const [{ total = 0 } = {}] = await candidateCount.all(pool, page);
  return { builds, searchedTo: total < MAX_SEARCHED ? null : await searchEnd.first(pool, page) };
}

const candidateCount = defineQuery({
  name: 'count searched builds',
  columns: { total: computed('int8', sql`count(*)`) },
  examples: [EXAMPLE],
  build: (page: BuildPage, select) => sql`SELECT ${select} FROM (${candidates(page)}) b`,
});

export const reads = { searchBuilds };
