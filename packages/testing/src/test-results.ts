import { applyTestRun, type Database, type ReportedTestResult, type TestRunReport } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';

type Outcome = 'passed' | 'failed' | 'skipped' | 'error';

interface ResultFields {
  readonly path?: string;
  readonly durationMs?: number;
  /** Of every attempt that failed; the message is the fingerprint too. */
  readonly message?: string;
  readonly details?: string;
  readonly file?: string;
  readonly line?: number;
}

/** A result of a test, with one attempt for each outcome. */
export function testResult(
  name: string,
  outcomes: readonly Outcome[],
  { path = 'Harbor', durationMs = 10, message = 'Expected 3, got 4', ...place }: ResultFields = {},
): ReportedTestResult {
  const attempts = outcomes.map((outcome) => {
    if (outcome === 'passed' || outcome === 'skipped') return { outcome, durationMs };
    const kind = outcome === 'error' ? 'error' : 'failure';
    const failure = {
      kind,
      message,
      details: '',
      output: '',
      file: '',
      line: null,
      fingerprint: message,
      ...place,
    };
    return { outcome: 'failed' as const, durationMs, failure };
  });
  return { path, name, attempts };
}

/** Adds results of a suite to a build, as a report does; returns the run. */
export function reportTests(
  database: Database,
  build: Pick<TestRunReport, 'accountId' | 'projectId' | 'buildRunId'>,
  results: readonly ReportedTestResult[],
  fields: Partial<TestRunReport> = {},
): Promise<number> {
  const { accountId, projectId, buildRunId } = build;
  const suite = { suite: 'PlayMode', variant: ANY_VARIANT, startedAt: new Date(), ...fields };
  return database.transaction((tx) => applyTestRun(tx, { accountId, projectId, buildRunId, results, ...suite }));
}
