import type { BuildTestSummary, FailureClass, TestStatus } from '@slipway/contracts';
import type { TestState } from '../verdicts/judge.js';
import type { PackedOutcome } from './packed-results.js';
import type { TestVariant } from './test-identity.js';

/** How a test ended in a run: `kind` is that of its last failure. */
export function statusOfTest(outcome: PackedOutcome, kind: string | undefined): TestStatus | null {
  if (outcome === 'absent') return null;
  if (outcome === 'skipped') return 'skipped';
  if (outcome === 'passed' || outcome === 'passed_on_retry') return 'passed';
  return kind === undefined || kind === 'failure' ? 'failed' : 'errored';
}

/** `PS5, Shipping, renderer=Vulkan`; empty if the reports name no variant. */
export function describeVariant({ platform, configuration, renderer, device, tags }: TestVariant): string {
  const tagged = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  return [platform, configuration, renderer, device, ...tagged].filter((part) => part !== '').join(', ');
}

/** `Harbor.Quay.sinks`, as messages and the audit log name a test. */
export function fullNameOf({ path, name }: { readonly path: string; readonly name: string }): string {
  return path === '' ? name : `${path}.${name}`;
}

interface FailedTest {
  readonly verdict: TestState;
  readonly isMuted: boolean;
  /** Whether it also failed in the previous run of its suite on the branch. */
  readonly failedBefore: boolean;
}

export function classOfFailure({ verdict, isMuted, failedBefore }: FailedTest): FailureClass {
  if (isMuted) return 'muted';
  if (verdict === 'flaky') return 'flaky';
  return failedBefore ? 'known_failure' : 'new_failure';
}

/** What to say of a failure as long as the test has no verdict. */
export const UNJUDGED_FAILURES: Readonly<Record<FailureClass, string>> = {
  new_failure: 'Did not fail in the previous run of its suite on this branch; too early to tell why.',
  known_failure: 'Also failed in the previous run of its suite on this branch; too early to tell why.',
  flaky: 'Fails now and then.',
  muted: 'Muted.',
};

/** A test in a build. */
export interface TestOfBuild {
  readonly status: TestStatus;
  /** Null unless it failed. */
  readonly failure: FailureClass | null;
  readonly durationMs: number | null;
}

/** As clients get it. */
export type TestsSummary = Required<BuildTestSummary>;

/** The failed tests of a build, as messages, statuses and comments name them. */
export interface FailedTests {
  readonly summary: TestsSummary;
  /** The names of a few tests that failed for the first time. */
  readonly newFailures: readonly string[];
}

export function summarizeTests(tests: readonly TestOfBuild[]): TestsSummary {
  const counts = { passed: 0, failed: 0, errored: 0, skipped: 0 };
  const failures = { new_failure: 0, known_failure: 0, flaky: 0, muted: 0 };
  let duration_ms = 0;
  for (const { status, failure, durationMs: took } of tests) {
    counts[status] += 1;
    duration_ms += took ?? 0;
    if (failure !== null) failures[failure] += 1;
  }
  const { flaky, muted, new_failure: new_failures } = failures;
  return { total: tests.length, ...counts, flaky, muted, new_failures, duration_ms };
}

/** How long after the end of a build a suite may report. */
const REPORTS_WITHIN_MINUTES = 30;

export interface GatedBuild {
  readonly tests: readonly Pick<TestOfBuild, 'failure'>[];
  /** The suites that reported. */
  readonly suites: ReadonlySet<string>;
  /** The suites that must have reported. */
  readonly expected: readonly string[];
  /** Null while the build runs. */
  readonly finishedAt: Date | null;
  /** The most failures of flaky tests with which a build passes. */
  readonly maxFlakyFailures: number;
  readonly now: number;
}

/** Why the tests of a build keep it from being used; empty if they do not. A build without results does not pass. */
export function gateProblems(build: GatedBuild): string[] {
  const { tests, suites, expected, finishedAt, maxFlakyFailures, now } = build;
  const ended = finishedAt?.getTime() ?? now;
  const hasCrashed = now - ended > REPORTS_WITHIN_MINUTES * 60_000;
  const missing = [...new Set(expected)].filter((name) => !suites.has(name));
  const problems = missing.map((name) =>
    hasCrashed
      ? `The suite “${name}” crashed: it has not reported within ${REPORTS_WITHIN_MINUTES} minutes of the build’s end.`
      : `The suite “${name}” has not reported yet.`,
  );
  if (suites.size === 0 && missing.length === 0)
    problems.push('No test results have been reported for this build.');
  const failures = tests.flatMap(({ failure }) => failure ?? []);
  const failed = failures.filter((failure) => failure === 'new_failure' || failure === 'known_failure').length;
  const flaky = failures.filter((failure) => failure === 'flaky').length;
  if (failed === 1) problems.push('1 test failed that is neither muted nor known to be flaky.');
  if (failed > 1) problems.push(`${failed} tests failed that are neither muted nor known to be flaky.`);
  if (flaky > maxFlakyFailures)
    problems.push(
      `${flaky === 1 ? '1 test' : `${flaky} tests`} known to be flaky failed; the project allows ${maxFlakyFailures}.`,
    );
  return problems;
}
