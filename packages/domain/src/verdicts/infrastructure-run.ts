/** What one run of a suite says about itself. */
export interface RunCounts {
  /** Tests that were executed. */
  readonly tests: number;
  readonly failures: number;
  readonly failuresByFingerprint: ReadonlyMap<string, number>;
}

/** Fewer failures than this are ordinary, whatever their share: small suites break, too. */
const MIN_FAILURES = 5;
const MOST_TESTS = 0.5;
/** One broken function often fails a few tests in the same way, but not a tenth of a suite. */
const MANY_TESTS = 0.1;
const NEARLY_ALL_FAILURES = 0.95;

/**
 * Whether the machine, the device or the build failed rather than the tests: most tests failed, or many did with one
 * fingerprint. Such a run counts for no test.
 */
export function isInfrastructureRun({ tests, failures, failuresByFingerprint }: RunCounts): boolean {
  if (failures < MIN_FAILURES) return false;
  if (failures > tests * MOST_TESTS) return true;
  const alike = Math.max(0, ...failuresByFingerprint.values());
  return failures >= tests * MANY_TESTS && alike >= failures * NEARLY_ALL_FAILURES;
}
