import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../workspace.mjs';

const slowestCount = 10;

/** A reporter that writes the test counts and the slowest files to the file named by `npm test`. */
export default class Summary {
  onRunComplete(_contexts, { testResults, numPassedTests }) {
    if (!process.env.SLIPWAY_TEST_SUMMARY) return;
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own and counts as one.
    const failures = testResults.map((file) => file.numFailingTests || (file.failureMessage ? 1 : 0));
    const failed = failures.reduce((sum, count) => sum + count, 0);
    const files = testResults.map(({ testFilePath, perfStats }) => ({
      path: relative(root, testFilePath),
      seconds: (perfStats.end - perfStats.start) / 1000,
    }));
    const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount);
    writeFileSync(process.env.SLIPWAY_TEST_SUMMARY, JSON.stringify({ passed: numPassedTests, failed, slowest }));
  }
}
