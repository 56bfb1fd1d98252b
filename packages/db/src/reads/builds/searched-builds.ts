import {
  BUILD_TYPES,
  type BuildStatus,
  type BuildType,
  type InvestigationStatus,
  TARGET_TYPES,
  type TargetType,
} from '@slipway/contracts';
import { type Columns, columnsOf, computed, narrowed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { definePage, type ProjectPage, rowVersion } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { hiddenId, limited, mergeInOrder, newestFirst, olderThan, type PageRequest, when } from '../../keyset.js';
import { isSameCommit, isWholeOf, namesOfCommit } from '../../same-commit.js';
import { empty, join, type Sql, sql } from '../../sql.js';
import { type BuildRunRecord, buildRunColumns, toBuildRun } from './build-runs.js';

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
  searchedProblemId: columnsOf('BuildRun', 'b').searchedProblemId,
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

export interface SearchedBuildRecord extends RowOf<typeof columns> {}

export interface BuildSearch {
  /** A build number, changelist or commit hash, or part of the error. */
  readonly text?: string | undefined;
  readonly number?: string | undefined;
  readonly changelist?: string | undefined;
  /** A full or abbreviated hash. */
  readonly commit?: string | undefined;
  /** The user who made the change that was built. */
  readonly changedBy?: number | undefined;
  readonly status?: BuildStatus | undefined;
  readonly buildType?: BuildType | undefined;
  readonly targetType?: TargetType | undefined;
  readonly jobName?: string | undefined;
  readonly branch?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly finishedFrom?: Date | undefined;
  readonly finishedTo?: Date | undefined;
}

type BuildPage = ProjectPage<BuildSearch>;

/** No index covers jobs or branches: this many builds are searched for them before the page ends. */
const MAX_SEARCHED = 5_000;
/** How many builds with a matching number or revision are sorted by time. */
const MAX_NAMED = 5_000;
/** How many of the project's newest changes are searched for those of a user, and how many of these are used. */
const MAX_CHANGES = 2_000;
const MAX_OWN_CHANGES = 100;
/** How many of a project's newest diagnoses are searched for an error, because no index finds words. */
const MAX_DIAGNOSES = 2_000;

const keyset = { at: sql`created_at`, id: sql`id`, idType: sql`bigint` };
const order = newestFirst(keyset);

const EXAMPLE: BuildPage = {
  projectId: 1,
  status: 'failed',
  buildType: 'unreal',
  targetType: 'shipping',
  jobName: 'Harbor-Win64',
  branch: 'main',
  from: new Date(0),
  to: new Date(0),
  finishedFrom: new Date(0),
  finishedTo: new Date(0),
  count: 1,
  after: { at: 0, id: '1' },
};
const NAMED: BuildPage = { ...EXAMPLE, text: 'abcdef0', buildType: undefined, after: null };
const EXACT: BuildPage = { ...EXAMPLE, number: '412', changelist: '48213', commit: 'abcdef0' };
const PLAIN: BuildPage = { projectId: 1, status: 'failed', count: 1, after: null };

type Selective = Exclude<keyof BuildSearch, 'status' | 'buildType' | 'targetType'>;

/** The filters whose values decide which plan is best. */
const SELECTIVE = Object.keys({
  text: true,
  number: true,
  changelist: true,
  commit: true,
  changedBy: true,
  jobName: true,
  branch: true,
  from: true,
  to: true,
  finishedFrom: true,
  finishedTo: true,
} satisfies Record<Selective, true>) as Selective[];

/** A page by status or by type alone, which has the same plan for all values. */
function isPlain(page: BuildPage): boolean {
  const hasType = page.buildType !== undefined || page.targetType !== undefined;
  return !(page.status !== undefined && hasType) && SELECTIVE.every((filter) => page[filter] === undefined);
}

const buildPage = <C extends Columns>(name: string, selected: C) => ({
  name,
  columns: selected,
  prepared: isPlain,
  examples: [EXAMPLE, NAMED, EXACT, { ...EXACT, changedBy: 1 }, PLAIN, { ...PLAIN, buildType: 'unreal' } as const],
  build: (page: BuildPage, select: Sql) =>
    sql`SELECT ${select} FROM (${matching(page)}) b ORDER BY b.created_at DESC, b.id DESC`,
});

const consolePage = defineQuery(buildPage('search builds', columns));
const listPage = definePage({
  ...buildPage('list builds', {
    ...buildRunColumns('b'),
    rowVersion: rowVersion(sql`b.id`, sql`b.writer`, sql`b.updated_at`),
  }),
  version: ['rowVersion'],
});

function matching(page: BuildPage): Sql {
  if (!isFiltered(page)) return candidates(page);
  return sql`SELECT * FROM (${candidates(page)}) found
    WHERE true ${when(page.jobName, (value) => sql`job_name = ${value}`)}
      ${when(page.branch, (value) => sql`branch = ${value}`)}
    ORDER BY ${order} ${limited(page.count)}`;
}

const isFiltered = ({ jobName, branch }: BuildSearch) => jobName !== undefined || branch !== undefined;

/** The builds to search for those of a job and branch, newest first. */
function candidates(page: BuildPage): Sql {
  const { projectId, status, from, to, after } = page;
  const conditions = sql`${when(status, (value) => sql`status = ${value}::build_status`)}
    ${when(from, (value) => sql`created_at >= ${value}::timestamptz`)}
    ${when(to, (value) => sql`created_at < ${value}::timestamptz`)} ${finishedIn(page)} ${olderThan(after, keyset)}`;
  const searched = isFiltered(page) ? MAX_SEARCHED : page.count;
  const names = namesOf(page);
  if (names.length > 0) return mergeInOrder(namedWalks(page, names, conditions), order, searched);
  const project = isPlain(page) ? hiddenId(projectId) : projectId;
  const walks = typeConditions(page).map(
    (
      ofTypes,
    ) => sql`SELECT *, xmin AS writer FROM build_runs WHERE project_id = ${project} ${conditions} ${ofTypes}
                     ORDER BY ${order} ${limited(searched)}`,
  );
  return mergeInOrder(walks, order, searched);
}

/** How long after its first report a build that is searched by its end may have finished. */
const LONGEST = sql`interval '7 days'`;
/** How late the first report of such a build may be: many builds are reported once, after their end. */
const LATEST = sql`interval '1 day'`;

/** Builds are in the order of their first reports, so a search by their ends must not read all older ones. */
function finishedIn({ finishedFrom, finishedTo }: BuildSearch): Sql {
  return sql`${when(finishedFrom, (value) => sql`finished_at >= ${value}::timestamptz AND created_at >= ${value}::timestamptz - ${LONGEST}`)}
    ${when(finishedTo, (value) => sql`finished_at < ${value}::timestamptz AND created_at < ${value}::timestamptz + ${LATEST}`)}`;
}

/** One condition per matching pair of build type and target type: one index has both columns before the time. */
function typeConditions({ buildType, targetType }: BuildSearch): readonly Sql[] {
  if (buildType === undefined && targetType === undefined) return [empty];
  const targets = targetType === undefined ? TARGET_TYPES : [targetType];
  return (buildType === undefined ? BUILD_TYPES : [buildType]).flatMap((type) =>
    targets.map((target) => sql`AND build_type = ${type}::engine AND target_type = ${target}::target_type`),
  );
}

const hasNumber = (value: string) => sql`build_number = ${value}`;
const hasChangelist = (value: string) => sql`(changelist <> '' AND changelist = ${value})`;
const hasCommit = (value: string) =>
  sql`(commit_hash <> '' AND ${isSameCommit(sql`commit_hash`, sql`${value}::text`)})`;

const hasError = (projectId: number, text: string) => sql`(status = 'failed' AND id = ANY(ARRAY(
  SELECT build_run_id FROM (SELECT build_run_id, title, message FROM build_diagnoses WHERE project_id = ${projectId}
    ORDER BY build_run_id DESC LIMIT ${MAX_DIAGNOSES}) newest
  WHERE position(lower(${text}) IN lower(title)) > 0 OR position(lower(${text}) IN lower(message)) > 0)))`;

/**
 * The conditions on numbers, revisions and errors, one for each index that finds matching builds. Each excludes the builds that
 * the ones before it find.
 */
function namesOf({ projectId, text, number, changelist, commit, changedBy }: BuildPage): readonly Sql[] {
  if (text !== undefined)
    return [
      hasNumber(text),
      sql`${hasChangelist(text)} AND build_number <> ${text}`,
      sql`${hasCommit(text)} AND build_number <> ${text} AND changelist <> ${text}`,
      sql`${hasError(projectId, text)} AND build_number <> ${text} AND changelist <> ${text} AND NOT ${hasCommit(text)}`,
    ];
  const exact = [
    ...(number === undefined ? [] : [hasNumber(number)]),
    ...(changelist === undefined ? [] : [hasChangelist(changelist)]),
    ...(commit === undefined ? [] : [hasCommit(commit)]),
  ];
  if (changedBy !== undefined)
    return changedWalks(projectId, changedBy).map((own) => join([own, ...exact], ' AND '));
  return exact.length === 0 ? [] : [join(exact, ' AND ')];
}

/** Builds of a user's newest changes: by changelist, and by a full or abbreviated commit hash. */
function changedWalks(projectId: number, userId: number): readonly Sql[] {
  const own = sql`(SELECT identifier FROM (SELECT identifier, author_user_id, timestamp, id FROM changes
      WHERE project_id = ${projectId} AND orphaned_at IS NULL ORDER BY timestamp DESC, id DESC LIMIT ${MAX_CHANGES}) newest
    WHERE author_user_id = ${userId} ORDER BY timestamp DESC, id DESC LIMIT ${MAX_OWN_CHANGES}) own`;
  const ofChangelist = sql`(changelist <> '' AND changelist = ANY(ARRAY(SELECT identifier FROM ${own})))`;
  const names = sql`ARRAY(SELECT unnest(${namesOfCommit(sql`identifier`)}) FROM ${own})`;
  return [ofChangelist, sql`(commit_hash <> '' AND commit_hash = ANY(${names})) AND NOT ${ofChangelist}`];
}

/** Builds by number, changelist and commit: few enough to sort, in contrast to those of a type. */
function namedWalks(page: BuildPage, names: readonly Sql[], conditions: Sql): readonly Sql[] {
  const ofType = sql`${when(page.buildType, (value) => sql`build_type = ${value}::engine`)}
    ${when(page.targetType, (value) => sql`target_type = ${value}::target_type`)}`;
  return names.map(
    (
      name,
    ) => sql`SELECT * FROM (SELECT *, xmin AS writer FROM build_runs WHERE project_id = ${page.projectId} AND ${name}
                    LIMIT ${MAX_NAMED}) named WHERE true ${conditions} ${ofType}`,
  );
}

const end = columnsOf('BuildRun', 'b');
const searchEnd = defineQuery({
  name: 'find end of build search',
  columns: { at: end.createdAt, id: end.id, total: computed('int8', sql`count(*) OVER ()`) },
  examples: [EXAMPLE],
  build: (page: BuildPage, select) =>
    sql`SELECT ${select} FROM (${candidates(page)}) b ORDER BY b.created_at, b.id LIMIT 1`,
});

/** A page of builds. `searchedTo` is where the search stopped if it did not fill a page. */
async function endSearch<Build extends BuildRunRecord>(
  { pool }: DatabaseHandle,
  found: readonly Build[],
  page: BuildPage,
) {
  const builds = found.map(toBuildRun);
  if (builds.length === page.count || !isFiltered(page)) return { builds, searchedTo: null };
  const last = await searchEnd.first(pool, page);
  return { builds, searchedTo: last === null || last.total < MAX_SEARCHED ? null : last };
}

/** Matching builds of a project as the console lists them, newest first. */
async function searchBuilds(on: DatabaseHandle, projectId: number, search: BuildSearch, page: PageRequest) {
  const all = { ...search, ...page, projectId };
  return endSearch(on, await consolePage.all(on.pool, all), all);
}

/** Matching builds of a project, newest first. */
async function listBuilds(on: DatabaseHandle, projectId: number, search: BuildSearch, page: PageRequest) {
  const found = await listPage.list(on, projectId, search, page);
  return endSearch(on, found, { ...search, ...page, projectId });
}

export const reads = { searchBuilds, listBuilds, findBuildPageVersion: listPage.readVersion };
