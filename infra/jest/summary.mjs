import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../workspace.mjs';

const slowestCount = 10;

/** Adds the seconds of the files in each folder, the folder with the most first. */
function byFolder(files) {
  const seconds = new Map();
  for (const file of files) {
    const folder = file.path.split('/').slice(0, 2).join('/');
    seconds.set(folder, (seconds.get(folder) ?? 0) + file.seconds);
  }
  return [...seconds].map(([path, sum]) => ({ path, seconds: sum })).toSorted((a, b) => b.seconds - a.seconds);
}

/** A reporter that writes the test counts and where the time went to the file named by `npm test`. */
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
    const folders = byFolder(files).slice(0, slowestCount);
    writeFileSync(
      process.env.SLIPWAY_TEST_SUMMARY,
      JSON.stringify({ passed: numPassedTests, failed, slowest, folders }),
    );
  }
}
