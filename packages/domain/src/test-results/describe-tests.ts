import type { BuildTestSummary, FailureClass } from '@slipway/contracts';
import { describeCount } from '../text/describe-count.js';

type FailureCounts = Pick<BuildTestSummary, 'failed' | 'errored' | 'flaky' | 'muted' | 'new_failures'>;

/** How many tests of a build failed, by what is known of them, in words; without classes that no test is in. */
export function failureCounts(
  summary: FailureCounts,
): { readonly failure: FailureClass; readonly text: string }[] {
  const { failed, errored, flaky, muted, new_failures: fresh } = summary;
  const known = failed + errored - fresh - flaky - muted;
  const counts = [
    { failure: 'new_failure', count: fresh, text: plural(fresh, 'new failure') },
    { failure: 'known_failure', count: known, text: plural(known, 'known failure') },
    { failure: 'flaky', count: flaky, text: `${describeCount(flaky)} flaky` },
    { failure: 'muted', count: muted, text: `${describeCount(muted)} muted` },
  ] as const;
  return counts.filter(({ count }) => count > 0);
}

/** `2 new failures, 1 known failure, 3 flaky, 1 muted`; empty if no test failed. */
export function describeFailedTests(summary: FailureCounts): string {
  return failureCounts(summary)
    .map(({ text }) => text)
    .join(', ');
}

function plural(count: number, noun: string): string {
  return `${describeCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
