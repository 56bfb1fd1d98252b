import {
  type BuildTest,
  type FailureClass,
  type GatedTest,
  getTestGate,
  listBuildTests,
} from '@slipway/contracts';
import type { BuildTestRecord } from '@slipway/db';
import {
  gateProblems,
  parseLargeRowId,
  type Redactor,
  redactName,
  sanitizeText,
  summarizeTests,
} from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, withoutLimit } from '../../page.js';
import { defineEndpoint, type RestServices } from '../../services.js';

type Names = Awaited<ReturnType<RestServices['reads']['readTestNames']>>;

/** What a build's tests are listed by. */
const RANKS: Readonly<Record<FailureClass, number>> = { new_failure: 0, known_failure: 1, flaky: 2, muted: 3 };
const SKIPPED_RANK = 4;
const PASSED_RANK = 5;

function rankOf({ failure, status }: BuildTestRecord): number {
  if (failure !== null) return RANKS[failure];
  return status === 'skipped' ? SKIPPED_RANK : PASSED_RANK;
}

/** Failures first, then by run and place, which do not change: the order in which they are read. */
function rank(tests: readonly BuildTestRecord[]): BuildTestRecord[] {
  const ranked: BuildTestRecord[][] = Array.from({ length: PASSED_RANK + 1 }, () => []);
  for (const test of tests) ranked[rankOf(test)]?.push(test);
  return ranked.flat();
}

export const ofBuild = defineEndpoint(listBuildTests, async ({ project, params, query, services }) => {
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  found(await services.reads.findBuildRun(project.id, buildRunId));
  const page = keysetPage(services.cursors, { list: listBuildTests, scope: buildRunId, query });
  const { tests } = await services.reads.readBuildTests(project.id, buildRunId);
  const { status, suite } = query;
  const wanted = rank(
    tests
      .filter((test) => status === undefined || test.status === status)
      .filter((test) => suite === undefined || test.suite === suite),
  );
  const { after } = page;
  const isAfter = (test: BuildTestRecord) =>
    after === null ||
    rankOf(test) > after.at ||
    (rankOf(test) === after.at &&
      (test.runId > Number(after.id) || (test.runId === Number(after.id) && test.place > (after.from ?? 0))));
  const start = wanted.findIndex(isAfter);
  const selected = start === -1 ? [] : wanted.slice(start, start + page.count);
  const { rows, pagination } = page.end(selected, (test) => ({
    at: new Date(rankOf(test)),
    id: test.runId,
    from: test.place,
  }));
  const names = await namesOf(services, project.id, rows);
  const verdicts = await services.reads.readVerdictsOfRuns({
    projectId: project.id,
    runIds: [...new Set(rows.map(({ runId }) => runId))],
    testIds: rows.map(({ testId }) => testId),
  });
  const redactor = services.redactors.of(project);
  const { newFailures, durationMs, ...counts } = summarizeTests(tests);
  return {
    summary: { ...counts, new_failures: newFailures, duration_ms: durationMs },
    tests: rows.map((test) => {
      const verdict = verdicts.get(`${test.runId} ${test.testId}`) ?? 'passing';
      return presentBuildTest({ ...test, verdict }, names, redactor);
    }),
    ...withoutLimit(pagination),
  };
});

function namesOf({ reads }: Pick<RestServices, 'reads'>, projectId: number, tests: readonly BuildTestRecord[]) {
  return reads.readTestNames(projectId, [...new Set(tests.map(({ testId }) => testId))]);
}

function presentBuildTest(test: BuildTestRecord, names: Names, redactor: Redactor): BuildTest {
  const { durationMs, isMuted, failure } = test;
  return { ...presentGated(test, names, redactor), duration_ms: durationMs, muted: isMuted, failure };
}

function presentGated(test: BuildTestRecord, names: Names, redactor: Redactor): GatedTest {
  const named = names.get(test.testId);
  return {
    id: String(test.testId),
    suite: redactName(test.suite, redactor),
    path: redactName(named?.path ?? '', redactor),
    name: redactName(named?.name ?? '', redactor),
    variant: redactName(test.variant, redactor),
    status: test.status,
    verdict: test.verdict ?? 'passing',
    message: sanitizeText(redactor.text(test.message)),
  };
}

/** The most tests of one kind that a gate lists. */
const MAX_GATED = 200;

export const gate = defineEndpoint(getTestGate, async ({ project, params, query, services }) => {
  const buildRunId = found(parseLargeRowId(params.build_run_id));
  found(await services.reads.findBuildRun(project.id, buildRunId));
  const { tests, suites } = await services.reads.readBuildTests(project.id, buildRunId);
  const expected = (query.suites ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const redactor = services.redactors.of(project);
  const reasons = gateProblems({ tests, suites, expected });
  const of = (...classes: FailureClass[]) =>
    tests.filter(({ failure }) => failure !== null && classes.includes(failure)).slice(0, MAX_GATED);
  const [failures, muted, flaky] = [of('new_failure', 'known_failure'), of('muted'), of('flaky')];
  const names = await namesOf(services, project.id, [...failures, ...muted, ...flaky]);
  const present = (test: BuildTestRecord) => presentGated(test, names, redactor);
  return {
    passed: reasons.length === 0,
    reasons: reasons.map((reason) => redactName(reason, redactor)),
    failures: failures.map(present),
    muted: muted.map(present),
    flaky: flaky.map(present),
  };
});
