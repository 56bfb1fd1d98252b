import type { TestSort, TestVerdict } from '@slipway/contracts';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import type { ProjectPage } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import { type PageRequest, when } from '../../keyset.js';
import { rowsOf } from '../../rows-of.js';
import { empty, type Sql, sql } from '../../sql.js';
import { type RankedTests, rankTests } from './test-order.js';

const listed = columnsOf('Test', 't');
const columns = {
  ...pick(listed, 'id', 'suite', 'path', 'name'),
  lastFailedAt: nullable(computed('timestamptz', sql`t.last_failed_at`)),
  verdict: computed('text', sql`COALESCE(v.state::text, 'passing')`),
  flakeRate: computed('float8', sql`COALESCE(v.flake_rate, 0)`),
  ownerUserId: nullable(computed('int4', sql`m.owner_user_id`)),
  mutedUntil: nullable(computed('timestamptz', sql`m.until`)),
  muteReason: nullable(computed('text', sql`m.reason`)),
};

/** A test with the most important verdict of its variants. */
export interface ProjectTestRecord extends Omit<RowOf<typeof columns>, 'verdict'> {
  readonly verdict: TestVerdict;
}

type SuiteIds = readonly number[] | undefined;

const ofSuites = (suiteIds: SuiteIds) => when(suiteIds, (value) => sql`s.suite_id = ANY(${value}::int[])`);

const withStates = (suiteIds: SuiteIds) => sql`LEFT JOIN LATERAL (
    SELECT s.state, max(s.flake_rate) OVER () AS flake_rate FROM test_states s
    WHERE s.test_id = t.id ${ofSuites(suiteIds)} ORDER BY s.state LIMIT 1) v ON true
  LEFT JOIN LATERAL (SELECT m.owner_user_id, m.until, m.reason FROM test_mutes m
    WHERE m.test_id = t.id AND m.ended_at IS NULL AND m.until > now() ORDER BY m.id DESC LIMIT 1) m ON true`;

export interface TestFilter {
  readonly verdict: TestVerdict | undefined;
  readonly suite: string | undefined;
  /** Only tests in these suites; their verdicts are those there. */
  readonly suiteIds: SuiteIds;
  /** In the path or name, in any case. */
  readonly text: string | undefined;
  readonly isMuted: boolean | undefined;
  readonly ownerUserId: number | undefined;
}

type TestPage = ProjectPage<TestFilter>;
const EXAMPLE: TestPage = {
  projectId: 1,
  verdict: 'flaky',
  suite: '',
  suiteIds: [1],
  text: '',
  isMuted: true,
  ownerUserId: 1,
  count: 1,
  after: { at: 0, id: '1' },
};
const UNFILTERED: TestPage = {
  projectId: 1,
  verdict: undefined,
  suite: undefined,
  suiteIds: undefined,
  text: undefined,
  isMuted: undefined,
  ownerUserId: undefined,
  count: 1,
  after: null,
};
const EXAMPLES = [EXAMPLE, UNFILTERED, { ...EXAMPLE, verdict: 'passing', isMuted: false } as const];

/** The index of states finds the few tests with a verdict. */
function hasVerdict(projectId: number, verdict: TestVerdict, suiteIds: SuiteIds): Sql {
  if (verdict === 'passing')
    return sql`NOT EXISTS (SELECT FROM test_states s WHERE s.test_id = t.id ${ofSuites(suiteIds)})`;
  return sql`t.id IN (SELECT s.test_id FROM test_states s
      WHERE s.project_id = ${projectId} AND s.state = ${verdict}::test_verdict ${ofSuites(suiteIds)})
    AND (SELECT min(s.state) FROM test_states s WHERE s.test_id = t.id ${ofSuites(suiteIds)}) = ${verdict}::test_verdict`;
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const mutesOf = (projectId: number) =>
  sql`SELECT m.test_id FROM test_mutes m WHERE m.project_id = ${projectId} AND m.ended_at IS NULL AND m.until > now()`;

function matching({ projectId, verdict, suite, suiteIds, text, isMuted, ownerUserId }: TestPage): Sql {
  return sql`t.project_id = ${projectId} AND t.same_as_id IS NULL
    ${when(verdict, (value) => hasVerdict(projectId, value, suiteIds))}
    ${when(suite, (value) => sql`t.suite = ${value}`)}
    ${when(suiteIds, (value) => sql`EXISTS (SELECT FROM test_places l WHERE l.test_id = t.id AND l.suite_id = ANY(${value}::int[]))`)}
    ${when(text, (value) => sql`(t.path || '.' || t.name) ILIKE ${contains(value)}`)}
    ${when(isMuted, (value) => sql`t.id ${value ? empty : sql`NOT`} IN (${mutesOf(projectId)})`)}
    ${when(ownerUserId, (value) => sql`t.id IN (${mutesOf(projectId)} AND m.owner_user_id = ${value})`)}`;
}

const testPage = defineQuery({
  name: 'list tests of project',
  columns,
  examples: EXAMPLES,
  build: (page: TestPage, select) => sql`SELECT ${select}
    FROM (SELECT t.* FROM tests t WHERE ${matching(page)}
        ${page.after === null ? empty : sql`AND t.id > ${page.after.id}::bigint`}
      ORDER BY t.id LIMIT ${page.count}) t ${withStates(page.suiteIds)} ORDER BY t.id`,
});

/** Marks the end of a page among the tests that never failed. */
export const NEVER_FAILED = 'never';

const failedFirst = defineQuery({
  name: 'list tests of project by newest failure',
  columns,
  examples: [...EXAMPLES, { ...EXAMPLE, after: { at: 0, id: '1', kind: NEVER_FAILED } }],
  build(page: TestPage, select) {
    const { after, count } = page;
    const failed = sql`(SELECT t.* FROM tests t WHERE ${matching(page)} AND t.last_failed_at IS NOT NULL
        ${after === null ? empty : sql`AND (t.last_failed_at, t.id) < (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`}
      ORDER BY t.last_failed_at DESC, t.id DESC LIMIT ${count})`;
    const isPast = after?.kind === NEVER_FAILED;
    const others = sql`(SELECT t.* FROM tests t WHERE ${matching(page)} AND t.last_failed_at IS NULL
        ${isPast ? sql`AND t.id < ${after.id}::bigint` : empty} ORDER BY t.id DESC LIMIT ${count})`;
    return sql`SELECT ${select} FROM (SELECT * FROM (${isPast ? others : sql`${failed} UNION ALL ${others}`}) t
        ORDER BY t.last_failed_at DESC NULLS LAST, t.id DESC LIMIT ${count}) t ${withStates(page.suiteIds)}
      ORDER BY t.last_failed_at DESC NULLS LAST, t.id DESC`;
  },
});

const rankedColumns = { ...columns, rank: computed('int8', sql`t.rank`) };

const rankedPage = defineQuery({
  name: 'list ranked tests of project',
  columns: rankedColumns,
  examples: EXAMPLES.map((page) => ({ page, ranked: [{ testId: 1, rank: 1 }] })),
  build: (
    { page, ranked }: { readonly page: TestPage; readonly ranked: RankedTests },
    select,
  ) => sql`SELECT ${select}
    FROM (SELECT t.*, r.rank FROM ${rowsOf(ranked, { testId: 'bigint', rank: 'bigint' })} JOIN tests t ON t.id = r.test_id
        WHERE ${matching(page)} ORDER BY r.rank DESC, t.id DESC LIMIT ${page.count}) t ${withStates(page.suiteIds)}
      ORDER BY t.rank DESC, t.id DESC`,
});

const isNarrowed = ({ verdict, suite, suiteIds, text, isMuted, ownerUserId }: TestFilter) =>
  [verdict, suite, suiteIds, text, isMuted, ownerUserId].some((each) => each !== undefined);

export type ListedTest = ProjectTestRecord & {
  /** The number that it is listed by; null unless there is one. */
  readonly rank: number | null;
};

async function listProjectTests(
  { pool }: DatabaseHandle,
  projectId: number,
  { sort, ...filter }: TestFilter & { readonly sort: TestSort | undefined },
  { count, after }: PageRequest,
): Promise<ListedTest[]> {
  const page = { ...filter, projectId, count, after };
  if (sort === undefined || sort === 'newest_failure') {
    const rows = await (sort === undefined ? testPage : failedFirst).all(pool, page);
    return rows.map((row) => ({ ...row, verdict: row.verdict as TestVerdict, rank: null }));
  }
  const ranked = await rankTests(pool, sort, { projectId, suiteIds: filter.suiteIds, after });
  const request = { page, ranked: isNarrowed(filter) ? ranked : ranked.slice(0, count) };
  return (await rankedPage.all(pool, request)) as ListedTest[];
}

const oneTest = defineQuery({
  name: 'find test',
  columns,
  examples: [{ projectId: 1, testId: 1 }],
  build: ({ projectId, testId }: { readonly projectId: number; readonly testId: number }, select) =>
    sql`SELECT ${select} FROM (SELECT t.* FROM tests n
        JOIN tests t ON t.id = COALESCE(n.same_as_id, n.id) WHERE n.id = ${testId} AND n.project_id = ${projectId}) t
      ${withStates(undefined)}`,
});

async function findProjectTest({ pool }: DatabaseHandle, projectId: number, testId: number) {
  return (await oneTest.first(pool, { projectId, testId })) as ProjectTestRecord | null;
}

export const reads = { listProjectTests, findProjectTest };
