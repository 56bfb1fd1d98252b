/** How the changes since the previous run relate to a test. */
export type Touched = 'near' | 'far' | 'unknown';

/** What one run of a suite says about one test on one variant. */
export interface TestRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Equal strings are the same revision. */
  readonly revision: string;
  /** The position of the revision on its branch, such as a changelist number; null if it is unknown. */
  readonly order: number | null;
  readonly branch?: string;
  /** The attempts of the test in this run, in order. */
  readonly outcomes: readonly ('passed' | 'failed' | 'skipped')[];
  readonly durationMs: number | null;
  /** Of the last failure. */
  readonly fingerprint: string | null;
  /** See `isInfrastructureRun`. Such a run says nothing about any test. */
  readonly isInfrastructure: boolean;
  readonly touched: Touched;
}

/** Whether the test was executed: neither skipped nor lost to an infrastructure failure. */
export function isCounted({ isInfrastructure, outcomes }: TestRun): boolean {
  return !isInfrastructure && outcomes.some((outcome) => outcome !== 'skipped');
}

/** Whether any attempt failed. A run that passed on retry has failed, too. */
export function hasFailure({ outcomes }: TestRun): boolean {
  return outcomes[0] === 'failed' || (outcomes.length > 1 && outcomes.includes('failed'));
}

/** Whether any attempt passed, which proves the revision good for the test. */
export function hasPass({ outcomes }: TestRun): boolean {
  return outcomes[0] === 'passed' || (outcomes.length > 1 && outcomes.includes('passed'));
}

export function branchOf({ branch }: TestRun): string {
  return branch ?? '';
}
