import { getTest, listTests, type ParameterValues, type TEST_FILTERS } from '@slipway/contracts';
import { NEVER_FAILED, type ProjectRecord } from '@slipway/db';
import { describeVariant, parseLargeRowId, redactName } from '@slipway/domain';
import { found } from '@slipway/http';
import { type KeysetPage, keysetPage, type SortKey, withoutLimit } from '../page.js';
import { defineEndpoint, type RestServices } from '../services.js';
import { presentTest, RECENT_RUNS, readTest } from './tests/test-detail.js';

type TestRow = Awaited<ReturnType<RestServices['reads']['listProjectTests']>>[number];

interface TestsRequest {
  readonly project: ProjectRecord;
  readonly query: ParameterValues<typeof TEST_FILTERS>;
  readonly page: KeysetPage;
  /** How far back outcomes reach. */
  readonly runs: number;
}

/** A page of a project's tests with what they did in their newest builds. */
export async function listTestPage(
  { reads, redactors }: Pick<RestServices, 'reads' | 'redactors'>,
  { project, query, page, runs }: TestsRequest,
) {
  const redactor = redactors.of(project);
  const { verdict, suite, q: text, muted: isMuted, owner_user_id: ownerUserId, sort, variant } = query;
  const suites = variant === undefined ? undefined : await reads.listTestSuites(project.id);
  const suiteIds = suites
    ?.filter((each) => redactName(describeVariant(each), redactor) === variant)
    .map(({ id }) => id);
  const filter = { verdict, suite, suiteIds, text, isMuted, ownerUserId, sort };
  const { rows, pagination } = page.end(await reads.listProjectTests(project.id, filter, page), sortKeyOf(sort));
  const ids = rows.map(({ id }) => id);
  const outcomesOf = await reads.readRecentOutcomes({ projectId: project.id, ids, suiteIds, runs });
  const tests = rows.map((test) => {
    const outcomes = outcomesOf.get(test.id) ?? [];
    return { presented: presentTest(test, outcomes[0], redactor), outcomes };
  });
  return { tests, pagination };
}

/** Tests that never failed are the last part of the list by failures, in an order of their own. */
function sortKeyOf(sort: TestsRequest['query']['sort']) {
  return ({ id, rank, lastFailedAt }: TestRow): SortKey => {
    if (rank !== null) return { at: new Date(rank), id };
    if (sort !== 'newest_failure') return { at: new Date(0), id };
    return lastFailedAt === null ? { at: new Date(0), id, kind: NEVER_FAILED } : { at: lastFailedAt, id };
  };
}

export const list = defineEndpoint(listTests, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listTests, scope: project.id, query });
  const { tests, pagination } = await listTestPage(services, { project, query, page, runs: RECENT_RUNS });
  return {
    tests: tests.map(({ presented: { last_failed_at: _at, duration_ms: _ms, ...test } }) => test),
    ...withoutLimit(pagination),
  };
});

export const get = defineEndpoint(getTest, ({ project, params, query, services }) => {
  const testId = found(parseLargeRowId(params.test_id));
  const buildRunId = query.build_run_id === undefined ? null : found(parseLargeRowId(query.build_run_id));
  return readTest(services, project, testId, buildRunId);
});
