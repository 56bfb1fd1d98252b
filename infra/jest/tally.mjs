import { writeFileSync } from 'node:fs';

/** Reporter that leaves the numbers of passed and failed tests for `npm test` to print last. */
export default class Tally {
  onRunComplete(_contexts, { testResults, numPassedTests }) {
    if (!process.env.SLIPWAY_TEST_TALLY) return;
    // A file that does not load, or whose hooks fail, has no failed test of its own and counts as one.
    const failed = testResults.map((file) => file.numFailingTests || (file.failureMessage ? 1 : 0));
    const total = failed.reduce((sum, count) => sum + count, 0);
    writeFileSync(process.env.SLIPWAY_TEST_TALLY, JSON.stringify({ passed: numPassedTests, failed: total }));
  }
}
