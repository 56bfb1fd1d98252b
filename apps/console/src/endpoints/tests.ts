import { countTests, listConsoleTests, listTestRenames, renameTest, type TestCounts } from '@slipway/contracts';
import { renameTest as storeRenaming } from '@slipway/db';
import { describeVariant, fullNameOf, parseLargeRowId, redactName, similarityOf } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage, listTestPage, readTest } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';

/** What fits in a row of the list. */
const SHOWN_RUNS = 20;

export const list = defineConsoleEndpoint(listConsoleTests, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listConsoleTests, scope: project.id, query });
  const { tests, pagination } = await listTestPage(services, { project, query, page, runs: SHOWN_RUNS });
  const shown = tests.map(({ presented, outcomes }) => ({
    ...presented,
    outcomes: outcomes.slice(0, SHOWN_RUNS).map((outcome) => ({
      build_run_id: String(outcome.buildRunId),
      build_number: outcome.buildNumber,
      status: outcome.status,
      retried: outcome.hasRetried,
      duration_ms: outcome.durationMs,
    })),
  }));
  return { tests: shown, pagination };
});

export const counts = defineConsoleEndpoint(countTests, async ({ project, services }) => {
  const { reads } = services;
  const [totals, verdicts, suites] = await Promise.all([
    reads.countTestsOfProject(project.id).then(found),
    reads.countTestsByVerdict(project.id),
    reads.listTestSuites(project.id),
  ]);
  const redactor = services.redactors.of(project);
  const named = (names: readonly string[]) =>
    [...new Set(names.filter((name) => name !== ''))].map((name) => redactName(name, redactor)).toSorted();
  return {
    ...totals,
    verdicts: verdicts as TestCounts['verdicts'],
    suites: named(suites.map(({ name }) => name)),
    variants: named(suites.map(describeVariant)),
  };
});

const SHOWN_CANDIDATES = 20;
const MIN_SIMILARITY = 0.2;

/** A test whose name changed runs no longer, and its new name has never run before. */
export const renames = defineConsoleEndpoint(listTestRenames, async ({ project, params, services }) => {
  const testId = found(parseLargeRowId(params.test_id));
  const { reads } = services;
  const test = found(await reads.findProjectTest(project.id, testId));
  const outcomes = await reads.readRecentOutcomes({
    projectId: project.id,
    ids: [test.id],
    suiteIds: undefined,
    runs: SHOWN_RUNS,
  });
  const buildRunId = outcomes.get(test.id)?.[0]?.buildRunId ?? null;
  const newer = await reads.listNewerTests({ projectId: project.id, testId: test.id, buildRunId });
  const redactor = services.redactors.of(project);
  return {
    tests: newer
      .map((each) => ({ ...each, similarity: similarityOf(fullNameOf(test), fullNameOf(each)) }))
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, SHOWN_CANDIDATES)
      .map(({ id, path, name }) => ({
        id: String(id),
        path: redactName(path, redactor),
        name: redactName(name, redactor),
      })),
  };
});

const REFUSALS = {
  other_suite: 'Both tests must be of the same suite.',
  ran_together: 'Both tests ran in the same build, so neither is the other one renamed.',
} as const;

export const rename = defineConsoleChange(renameTest, async ({ project, params, body, tx, audit, services }) => {
  const testId = found(parseLargeRowId(params.test_id));
  const newTestId = found(parseLargeRowId(body.new_test_id));
  const before = found(await services.reads.findProjectTest(project.id, testId));
  const result = await storeRenaming(tx.pool, { projectId: project.id, testId, newTestId });
  if (result === 'unknown') throw new ApiError('not_found');
  if (result !== 'renamed') throw new ApiError('invalid_parameter', { message: REFUSALS[result] });
  const detail = await readTest(services, project, testId);
  await audit({ target: fullNameOf(before), detail: { test_id: testId, new_name: fullNameOf(detail) } });
  return detail;
});
