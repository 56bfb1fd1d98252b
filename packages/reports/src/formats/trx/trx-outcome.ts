import type { FailureKind, Outcome } from '../../report.js';

interface Result {
  readonly outcome: Outcome;
  readonly kind: FailureKind | null;
}

const PASSED: Result = { outcome: 'passed', kind: null };
const SKIPPED: Result = { outcome: 'skipped', kind: null };
const failed = (kind: FailureKind): Result => ({ outcome: 'failed', kind });

/** https://learn.microsoft.com/en-us/previous-versions/visualstudio/visual-studio-2010/aa993930(v=vs.100) */
const OUTCOMES: Readonly<Record<string, Result>> = {
  Passed: PASSED,
  PassedButRunAborted: PASSED,
  Completed: PASSED,
  Warning: PASSED,
  Failed: failed('failure'),
  Error: failed('error'),
  NotRunnable: failed('error'),
  Timeout: failed('timeout'),
  Aborted: failed('crash'),
  Disconnected: failed('crash'),
  InProgress: failed('crash'),
  Inconclusive: SKIPPED,
  NotExecuted: SKIPPED,
  Pending: SKIPPED,
};

/** A result without a known outcome failed if it has an error. */
export function resultOf(outcome: string | undefined, hasError: boolean): Result {
  return OUTCOMES[outcome ?? ''] ?? (hasError ? failed('error') : SKIPPED);
}
