import {
  FAILURE_CLASSES,
  type FailureClass,
  type GatedTest,
  getTestGate,
  getTestGateRule,
  listBuildTests,
} from '@slipway/contracts';
import type { BuildTestRecord, ProjectRecord } from '@slipway/db';
import {
  gateProblems,
  parseLargeRowId,
  type Redactor,
  redactName,
  sanitizeText,
  summarizeTests,
  UNJUDGED_FAILURES,
} from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, withoutLimit } from '../../page.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { explainVerdict } from './explain-verdict.js';

type Names = Awaited<ReturnType<RestServices['reads']['readTestNames']>>;

const SKIPPED_RANK = FAILURE_CLASSES.length;
const PASSED_RANK = SKIPPED_RANK + 1;

function rankOf({ failure, status }: BuildTestRecord): number {
  if (failure !== null) return FAILURE_CLASSES.indexOf(failure);
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
  const { status, suite, detailed = false } = query;
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
  const explanations = detailed ? await explain(services, project, rows) : [];
  const redactor = services.redactors.of(project);
  const { duration_ms, ...counts } = summarizeTests(tests);
  return {
    summary: { ...counts, ...(detailed && { duration_ms }) },
    tests: rows.map((test, index) => ({
      ...presentGated(test, names, redactor),
      verdict: verdicts.get(`${test.runId} ${test.testId}`) ?? 'passing',
      duration_ms: test.durationMs,
      muted: test.isMuted,
      ...(detailed && { failure: test.failure, explanation: explanations[index] ?? '' }),
    })),
    ...withoutLimit(pagination),
  };
});

function namesOf({ reads }: Pick<RestServices, 'reads'>, projectId: number, tests: readonly BuildTestRecord[]) {
  return reads.readTestNames(projectId, [...new Set(tests.map(({ testId }) => testId))]);
}

/** Says for each test why it failed. */
async function explain(
  { reads, redactors, clock }: Pick<RestServices, 'reads' | 'redactors' | 'clock'>,
  project: ProjectRecord,
  tests: readonly BuildTestRecord[],
): Promise<string[]> {
  const ids = tests.filter(({ failure }) => failure !== null).map(({ testId }) => testId);
  const judged = ids.length === 0 ? [] : await reads.listVerdictsOfTests({ projectId: project.id, ids });
  const verdictOf = new Map(judged.map((each) => [`${each.suiteId} ${each.testId}`, each]));
  const redactor = redactors.of(project);
  return tests.map(({ failure, suiteId, testId, variant }) => {
    if (failure === null) return '';
    const known = verdictOf.get(`${suiteId} ${testId}`);
    if (known === undefined) return UNJUDGED_FAILURES[failure];
    const { verdict, isOnly } = known;
    return explainVerdict(verdict, { variant: redactName(variant, redactor), isOnly, now: clock.now() });
  });
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
  const { reads, clock } = services;
  const { expectedSuites, ...rules } = found(await reads.findGateRules({ projectId: project.id, buildRunId }));
  const { tests, suites } = await reads.readBuildTests(project.id, buildRunId);
  const requested = (query.suites ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const redactor = services.redactors.of(project);
  const expected = [...expectedSuites, ...requested];
  const reasons = gateProblems({ ...rules, tests, suites, expected, now: clock.now() });
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

export const gateRule = defineEndpoint(getTestGateRule, async ({ project, services }) => {
  const rule = found(await services.reads.findGateRule(project.id));
  return { max_flaky_failures: rule.maxFlakyFailures, unmuted_branches: rule.unmutedBranches };
});
