import { expect, it } from '@jest/globals';
import { isInfrastructureRun } from './infrastructure-run.js';

const run = (tests: number, ...alike: number[]) => ({
  tests,
  failures: alike.reduce((sum, count) => sum + count, 0),
  failuresByFingerprint: new Map(alike.map((count, index) => [`f${index}`, count])),
});

it.each([
  ['most tests failed', run(1000, 300, 200, 100), true],
  ['a tenth of the tests failed in one way', run(1000, 120, 3), true],
  ['a tenth of the tests failed in several ways', run(1000, 60, 60), false],
  ['one broken function fails some tests of many in one way', run(1000, 40), false],
  ['all tests of a tiny suite failed', run(3, 3), false],
  ['nothing failed', run(1000), false],
])('when %s', (_, counts, isInfrastructure) => {
  expect(isInfrastructureRun(counts)).toBe(isInfrastructure);
});
