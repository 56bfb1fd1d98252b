import { countTests, listConsoleTests, type TestCounts } from '@slipway/contracts';
import { describeVariant, redactName } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage, listTestPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';

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
