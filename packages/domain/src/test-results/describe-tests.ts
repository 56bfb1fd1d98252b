import { describeCount } from '../text/describe-count.js';
import type { TestsSummary } from './build-tests.js';

/** `2 new failures, 1 known failure, 3 flaky, 1 muted`; empty if no test failed. */
export function describeFailedTests({ failed, errored, flaky, muted, newFailures }: TestsSummary): string {
  const known = failed + errored - newFailures - flaky - muted;
  return [
    plural(newFailures, 'new failure'),
    plural(known, 'known failure'),
    flaky === 0 ? '' : `${describeCount(flaky)} flaky`,
    muted === 0 ? '' : `${describeCount(muted)} muted`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The counts as clients get them. */
export function presentSummary({ newFailures, durationMs, ...counts }: TestsSummary) {
  return { ...counts, new_failures: newFailures, duration_ms: durationMs };
}

function plural(count: number, noun: string): string {
  return count === 0 ? '' : `${describeCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The failed tests of a build, as messages, statuses and comments name them. */
export interface FailedTests {
  readonly summary: TestsSummary;
  /** The names of a few tests that failed for the first time. */
  readonly newFailures: readonly string[];
}
