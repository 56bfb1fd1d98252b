import { createHash } from 'node:crypto';
import { fullNameOf, likelyFix } from '@slipway/domain';
import { columnsOf, computed, nullable, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { findJobBuild } from '../../reads/builds/build-points.js';
import { findChangesSince } from '../../reads/builds/suspect-changes.js';
import { findCulpritChange } from '../../reads/problems/culprit-searches.js';
import { listMutedTests } from '../../reads/tests/build-tests.js';
import { type Queryable, type Sql, sql } from '../../sql.js';
import { mergeProblems } from './merge-problems.js';
import { addBuildToProblem, lockProblemOf, type ProblemCause } from './record-problem.js';

/** As many tests of a run become problems, so that one cause with many failures does not fill the list of problems. */
const MAX_PROBLEMS = 20;
const TITLE_CHARACTERS = 200;
/** A branch on which a test has not failed for this long, because nobody builds it, does not keep a problem open. */
const FORGOTTEN_DAYS = 14;

const fingerprintOf = (testId: number) => createHash('sha256').update(`test ${testId}`).digest('hex');

/** Logs and reports separate the parts of a test's name differently. */
const comparable = (name: Sql) => sql`lower(regexp_replace(${name}, '[^[:alnum:]]+', '.', 'g'))`;

interface NamedTest {
  readonly projectId: number;
  readonly name: string;
}

const namedTestProblem = defineQuery({
  name: 'find problem of named test',
  columns: pick(columnsOf('Problem', 'p'), 'fingerprint'),
  examples: [{ projectId: 1, name: '' }],
  build: ({ projectId, name }: NamedTest, select) => sql`SELECT ${select} FROM problems p
    WHERE p.project_id = ${projectId} AND p.test_id IS NOT NULL
      AND ${comparable(sql`p.test`)} = ${comparable(sql`${name}::text`)}
    ORDER BY p.last_seen_at DESC LIMIT 1`,
});

/** The fingerprint of the problem of a test that a log names; null if no report has made the test a problem. */
export async function findFingerprintOfTest(tx: Queryable, test: NamedTest): Promise<string | null> {
  return (await namedTestProblem.first(tx, test))?.fingerprint ?? null;
}

interface FailedRun {
  readonly projectId: number;
  readonly runId: number;
  readonly buildRunId: number;
  /** The tests that failed in it and are not flaky. */
  readonly testIds: readonly number[];
}

const failedTests = defineQuery({
  name: 'list failed tests as problems',
  columns: {
    ...pick(columnsOf('Test', 't'), 'id', 'path', 'name'),
    kind: nullable(columnsOf('TestFailure', 'f').kind),
    message: computed('text', sql`COALESCE(f.message, '')`),
    file: nullable(computed('text', sql`NULLIF(f.file, '')`)),
  },
  examples: [{ projectId: 1, runId: 1, testIds: [1] }],
  build: (
    { projectId, runId, testIds }: Omit<FailedRun, 'buildRunId'>,
    select,
  ) => sql`SELECT ${select} FROM tests t
    LEFT JOIN LATERAL (SELECT kind, message, file FROM test_failures
      WHERE run_id = ${runId} AND test_id = t.id ORDER BY attempt DESC LIMIT 1) f ON true
    WHERE t.project_id = ${projectId} AND t.id = ANY(${testIds}::bigint[]) ORDER BY t.id LIMIT ${MAX_PROBLEMS}`,
});

interface AdoptedTest extends NamedTest {
  readonly testId: number;
  readonly fingerprint: string;
}

/** A problem found in a log becomes that of the test which the log names, unless the test has one. */
const adoptProblem = defineQuery({
  name: 'adopt problem of test',
  columns: {},
  examples: [{ projectId: 1, testId: 1, name: '', fingerprint: '' }],
  build: ({ projectId, testId, name, fingerprint }: AdoptedTest) => sql`UPDATE problems
    SET test_id = ${testId}, fingerprint = ${fingerprint}
    WHERE id = (SELECT p.id FROM problems p WHERE p.project_id = ${projectId} AND p.category = 'test'
        AND p.test_id IS NULL AND ${comparable(sql`p.test`)} = ${comparable(sql`${name}::text`)}
        ORDER BY p.last_seen_at DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM problems o WHERE o.project_id = ${projectId} AND o.fingerprint = ${fingerprint})`,
});

const linkTest = defineQuery({
  name: 'link problem to test',
  columns: {},
  examples: [{ problemId: 1, testId: 1 }],
  build: ({ problemId, testId }: { readonly problemId: number; readonly testId: number }) =>
    sql`UPDATE problems SET test_id = ${testId} WHERE id = ${problemId} AND test_id IS DISTINCT FROM ${testId}`,
});

/**
 * Counts a build in the problems of the tests that failed in a run, in the caller's transaction. They need not be the
 * cause of the build's failure: a build can have many failed tests, and it may even pass.
 */
export async function recordTestProblems(tx: Queryable, run: FailedRun): Promise<void> {
  const { projectId, buildRunId } = run;
  if (run.testIds.length === 0) return;
  const muted = new Set((await listMutedTests(tx, { projectId, buildRunId })).map(({ testId }) => testId));
  const testIds = run.testIds.filter((testId) => !muted.has(testId));
  const build = await findJobBuild({ pool: tx }, projectId, buildRunId);
  if (build === null || testIds.length === 0) return;
  // In the order of the tests, because runs of several variants are judged at a time.
  for (const { id: testId, kind, message, file, ...named } of await failedTests.all(tx, { ...run, testIds })) {
    const test = fullNameOf(named);
    const fingerprint = fingerprintOf(testId);
    await adoptProblem.execute(tx, { projectId, testId, name: test, fingerprint });
    const [line = ''] = message.split('\n');
    const cause: ProblemCause = {
      fingerprint,
      rule: 1,
      category: 'test',
      tool: '',
      title: `${test}: ${line || (kind ?? 'failure')}`.slice(0, TITLE_CHARACTERS).toWellFormed(),
      message: line,
      file,
      symbol: null,
      test,
    };
    const problemId = await lockProblemOf({ pool: tx }, { build, cause });
    await linkTest.execute(tx, { problemId, testId });
    await addBuildToProblem({ pool: tx }, { build, cause, problemId, isCause: false });
  }
}

interface SuiteOfProject {
  readonly projectId: number;
  readonly suiteId: number;
}

const openProblems = defineQuery({
  name: 'list open problems of tests',
  columns: {
    ...pick(columnsOf('Problem', 'p'), 'id', 'lastSeenAt', 'lastBuildRunId', 'file'),
    testId: columnsOf('TestPlace', 't').testId,
  },
  examples: [{ projectId: 1, suiteId: 1 }],
  build: ({ projectId, suiteId }: SuiteOfProject, select) => sql`SELECT ${select}
    FROM problems p JOIN test_places t ON t.test_id = p.test_id AND t.suite_id = ${suiteId}
    WHERE p.project_id = ${projectId} AND p.test_id IS NOT NULL AND p.state = 'open' ORDER BY p.id`,
});

export type OpenTestProblem = Awaited<ReturnType<typeof openProblems.all>>[number];

/** The open problems of tests that are in a suite. */
export const listOpenTestProblems = openProblems.all;

/** Several runs may be judged at a time; a problem that another one changes is left to the next run of the test. */
const lockOpen = defineQuery({
  name: 'lock open problem of test',
  columns: pick(columnsOf('Problem', 'p'), 'id'),
  examples: [{ problemId: 1 }],
  build: ({ problemId }: { readonly problemId: number }, select) => sql`SELECT ${select} FROM problems p
    WHERE p.id = ${problemId} AND p.state = 'open' FOR UPDATE SKIP LOCKED`,
});

interface PassedTest {
  readonly problemId: number;
  readonly testId: number;
  readonly branch: string;
}

/** Whether a test has failed in the newest run of one of its suites on a branch. */
const stillFails = ({ testId, branch }: PassedTest) => sql`EXISTS (SELECT FROM test_places t
  CROSS JOIN LATERAL (SELECT r.id FROM test_runs r WHERE r.suite_id = t.suite_id AND r.branch = ${branch}
    AND NOT r.is_infrastructure ORDER BY r.id DESC LIMIT 1) n
  JOIN test_failures f ON f.run_id = n.id AND f.test_id = t.test_id WHERE t.test_id = ${testId})`;

const passBranch = defineQuery({
  name: 'pass test on branch',
  columns: {},
  examples: [{ problemId: 1, testId: 1, branch: 'main' }],
  build: (passed: PassedTest) => sql`UPDATE problem_jobs SET passes = 3
    WHERE problem_id = ${passed.problemId} AND branch = ${passed.branch} AND NOT ${stillFails(passed)}`,
});

interface Resolution {
  readonly problemId: number;
  readonly at: Date;
  readonly buildRunId: number;
}

const resolve = defineQuery({
  name: 'resolve problem of test',
  columns: {},
  examples: [{ problemId: 1, at: new Date(0), buildRunId: 1 }],
  build: ({ problemId, at, buildRunId }: Resolution) => sql`UPDATE problems p
    SET state = 'resolved', resolved_at = ${at}, resolved_by_id = NULL, fix_build_run_id = ${buildRunId},
      fix_change_id = NULL, snoozed_until = NULL, updated_at = now()
    WHERE p.id = ${problemId} AND p.state = 'open' AND NOT EXISTS (SELECT FROM problem_jobs j
      WHERE j.problem_id = p.id AND j.passes < 3
        AND j.last_seen_at > ${at}::timestamptz - make_interval(days => ${FORGOTTEN_DAYS}::int))`,
});

interface PassedRun {
  readonly projectId: number;
  readonly buildRunId: number;
  /** Those of the tests that passed. */
  readonly problems: readonly OpenTestProblem[];
}

/**
 * Resolves the problems of tests that pass again on every branch and variant on which they failed, in the caller's
 * transaction; returns those.
 */
export async function settleTestProblems(
  tx: Queryable,
  { projectId, buildRunId, problems }: PassedRun,
): Promise<OpenTestProblem[]> {
  const build = problems.length === 0 ? null : await findJobBuild({ pool: tx }, projectId, buildRunId);
  if (build === null) return [];
  const at = new Date(build.finishedAt);
  const resolved: OpenTestProblem[] = [];
  for (const problem of problems) {
    const { id: problemId, testId, lastSeenAt } = problem;
    if (lastSeenAt >= at || (await lockOpen.first(tx, { problemId })) === null) continue;
    if ((await passBranch.execute(tx, { problemId, testId, branch: build.branch })) === 0) continue;
    if ((await resolve.execute(tx, { problemId, at, buildRunId })) > 0) resolved.push(problem);
  }
  if (resolved.length > 0) await announceChange({ pool: tx }, projectId, 'problem');
  return resolved;
}

const keepFix = defineQuery({
  name: 'keep fix of test problem',
  columns: {},
  examples: [{ problemId: 1, buildRunId: 1, fixChangeId: 1 }],
  build: ({
    problemId,
    buildRunId,
    fixChangeId,
  }: {
    problemId: number;
    buildRunId: number;
    fixChangeId: number;
  }) =>
    sql`UPDATE problems SET fix_change_id = ${fixChangeId} WHERE id = ${problemId} AND fix_build_run_id = ${buildRunId}`,
});

/** Stores which change between the last failing and the first passing build fixed each of these problems. */
export async function findFixesOfTests(
  database: DatabaseHandle,
  { projectId, buildRunId, problems }: PassedRun,
): Promise<void> {
  const passing = problems.length === 0 ? null : await findJobBuild(database, projectId, buildRunId);
  if (passing === null) return;
  for (const { id: problemId, lastBuildRunId, file } of problems) {
    const failing = await findJobBuild(database, projectId, lastBuildRunId);
    if (failing === null) continue;
    const { changes, isCut } = await findChangesSince(database, failing, passing);
    const culprit = await findCulpritChange(database, { projectId, problemId });
    const fixChangeId = isCut ? null : likelyFix(changes, { file, culprit });
    if (fixChangeId !== null) await keepFix.execute(database.pool, { problemId, buildRunId, fixChangeId });
  }
}

const problemsOfTests = defineQuery({
  name: 'lock problems of tests',
  columns: pick(columnsOf('Problem', 'p'), 'id'),
  examples: [{ testIds: [1] }],
  build: ({ testIds }: { readonly testIds: readonly number[] }, select) => sql`SELECT ${select} FROM problems p
    WHERE p.test_id = ANY(${testIds}::bigint[]) ORDER BY p.id FOR UPDATE`,
});

const moveProblem = defineQuery({
  name: 'move problem to test',
  columns: {},
  examples: [{ problemId: 1, testId: 1, fingerprint: '' }],
  build: ({ problemId, testId, fingerprint }: { problemId: number; testId: number; fingerprint: string }) =>
    sql`UPDATE problems SET test_id = ${testId}, fingerprint = ${fingerprint} WHERE id = ${problemId}`,
});

/** Makes the problem of a renamed test that of the test it was before, in the caller's transaction. */
export async function renameTestProblem(
  tx: Queryable,
  { testId, newTestId }: { readonly testId: number; readonly newTestId: number },
): Promise<void> {
  const [kept, merged] = await problemsOfTests.all(tx, { testIds: [testId, newTestId] });
  if (kept === undefined) return;
  if (merged !== undefined) await mergeProblems({ pool: tx }, { keptId: kept.id, mergedId: merged.id });
  await moveProblem.execute(tx, { problemId: kept.id, testId, fingerprint: fingerprintOf(testId) });
}
