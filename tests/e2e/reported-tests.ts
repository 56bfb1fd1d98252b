import { applyTestRun, type Database, type ReportedTestResult } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';

type Outcome = 'passed' | 'failed';

/** A result of a test; `message` is that of its failed attempts. */
export function testResult(name: string, outcomes: readonly Outcome[], message = 'Expected 3, got 4') {
  const failure = {
    kind: 'failure',
    message,
    details: '',
    output: '',
    file: '',
    line: null,
    fingerprint: message,
  };
  const attempts = outcomes.map((outcome) => ({
    outcome,
    durationMs: 10,
    ...(outcome === 'failed' && { failure }),
  }));
  return { path: 'Harbor', name, attempts } satisfies ReportedTestResult;
}

interface TestedBuild {
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
}

/** Adds the results of a suite to a build, as reports do. */
export async function reportTests(database: Database, build: TestedBuild, results: readonly ReportedTestResult[]) {
  const run = { ...build, suite: 'PlayMode', variant: ANY_VARIANT, startedAt: new Date(), results };
  await database.transaction((tx) => applyTestRun(tx, run));
}
