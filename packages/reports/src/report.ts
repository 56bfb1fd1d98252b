export type Outcome = 'passed' | 'failed' | 'skipped';

/** How a test failed: an assertion, an unexpected error, the end of its process, or a time limit. */
export type FailureKind = 'failure' | 'error' | 'crash' | 'timeout';

/** An earlier attempt of a test that its tool ran again. */
export interface TestAttempt {
  readonly outcome: Outcome;
  readonly kind: FailureKind | null;
  readonly durationMs: number | null;
  readonly message: string;
  readonly details: string;
}

export interface ReportedTest {
  /** Class, namespace or package; for Unreal, the test's path without its last part. */
  readonly path: string;
  /** With arguments, as the report has it. */
  readonly name: string;
  /** Of the last attempt. */
  readonly outcome: Outcome;
  /** Null unless the test failed. */
  readonly kind: FailureKind | null;
  readonly durationMs: number | null;
  readonly startedAt: Date | null;
  /** The first lines of what the report says about the outcome. */
  readonly message: string;
  /** Stack trace, or everything that failed. */
  readonly details: string;
  /** What the test printed: beginning and end, with a line that says how much is missing in between. */
  readonly output: string;
  readonly file: string | null;
  readonly line: number | null;
  /** Oldest first; empty unless the report marks them. */
  readonly attempts: readonly TestAttempt[];
  /** The report's name of the suite or assembly around the test; empty if it is the same as `path`. */
  readonly suite: string;
}

/** What the report says about the machine that ran the tests. */
export interface Variant {
  platform?: string;
  configuration?: string;
  renderer?: string;
  device?: string;
}

export interface Problem {
  /** Counted from 1; null if the problem concerns the whole file. */
  readonly line: number | null;
  /** In characters from the start. */
  readonly offset: number;
  readonly reason: string;
}
