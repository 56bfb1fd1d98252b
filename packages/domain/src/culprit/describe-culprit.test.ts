import { expect, it } from '@jest/globals';
import { describeCulprit } from './describe-culprit.js';
import { type RangeRun, searchCulprit } from './search-culprit.js';

const names = ['CL 105', 'CL 110', 'CL 120'];
const run = (position: number, hasPassed: boolean, times = 1): RangeRun[] =>
  Array.from({ length: times }, () => ({ position, hasPassed }));

function describe(more: readonly RangeRun[], weights = [1, 1, 1], untestable: ReadonlySet<number> = new Set()) {
  const runs = [...run(0, true), ...run(weights.length, false), ...more];
  const search = searchCulprit({ weights, runs, history: { failures: 0, passes: 200 }, untestable }, 10);
  return describeCulprit({ search, runs, names, base: 'build 7' });
}

it.each([
  ['nothing but the range', describe([]), 'Any of 3 changes may be the culprit. A run at CL 110 would tell most.'],
  [
    'a likely change',
    describe([], [1, 40, 1]),
    'CL 110 is the likeliest of 3 changes (78 %). A run at CL 110 would tell most.',
  ],
  [
    'a change that failed and passed',
    describe([...run(2, false, 2), ...run(1, true, 4)]),
    'CL 110 is the culprit: failed 3 of 3 with it, passed 5 of 5 without.',
  ],
  [
    'changes between which nothing can be tested',
    describe([...run(3, false, 2), ...run(1, true, 4)], [1, 1, 1], new Set([2])),
    'The culprit is one of CL 110, CL 120; no revision between them can be tested.',
  ],
  [
    'a failure that did not come back',
    describe(run(3, true, 6)),
    'No change is to blame: the failure is probably flaky or of a machine.',
  ],
  [
    'one that came back once',
    describe(run(3, true, 1)),
    expect.stringMatching(/^Probably no change is to blame \(\d+ %\)\./),
  ],
])('describes %s', (_, said, expected) => {
  expect(said).toEqual(expected);
});
