import { describe, expect, it } from '@jest/globals';
import { describeVerdict } from './describe-verdict.js';
import { judgeRuns, makeRun, makeRuns, passes } from './histories.fixture.js';
import type { JudgeContext } from './judge.js';
import type { TestRun } from './test-run.js';

function sentenceOf(runs: readonly TestRun[], context: Partial<JudgeContext> = {}) {
  const verdict = judgeRuns(runs, context);
  const revision = verdict.since === null ? null : verdict.since.revision.replace('r', '#');
  return describeVerdict(verdict, { variant: 'PS5', revision, now: runs.at(-1)?.at ?? 0 });
}
const sentence = (text: string) => sentenceOf(makeRuns(text));
const flaky = `${passes(9)}F`.repeat(8);

describe('describeVerdict', () => {
  it.each([
    [passes(48), 'Passed all 48 runs on PS5 since 3 March.'],
    [
      `${passes(200)}F${passes(99)}`,
      'Failed 1 of 300 runs on PS5 since 3 March; too few failures to call it flaky.',
    ],
    [
      `${passes(99)}F`,
      'Failed 1 of 100 runs on PS5 since 3 March, including the last one; too early to tell why.',
    ],
    [`${passes(47)}FFFFF`, 'Broken on PS5 since #48 on 5 March: failed all 5 runs.'],
    [`${passes(47)}FFFFFFFFF.FF`, 'Broken on PS5 since #48 on 5 March: failed 11 of 12 runs.'],
    [
      `${flaky}${passes(5)}FFFFFFF`,
      'Broken on PS5 since #86 on 6 March: failed all 7 runs, more than its earlier flakiness explains.',
    ],
    [
      `${passes(30)}(F.)${passes(20)}(F.)(F.)`,
      'Failed 3 of 56 runs on PS5 since 3 March, on revisions that also passed; likely flaky.',
    ],
    [
      `${passes(30)}R${passes(20)}R...`,
      'Failed 2 of 55 runs on PS5 since 3 March, and passed on retry each time; likely flaky.',
    ],
    [flaky, 'Failed 8 of 80 runs on PS5 since 3 March, with passing runs in between; flaky.'],
    [`${passes(47)}FFFF...`, 'Fixed on PS5 by #52 on 5 March: passed all 3 runs since, after failing 4 runs.'],
    [
      `${flaky}${passes(150)}`,
      'No longer flaky on PS5: passed all 150 runs since 6 March, after failing 8 of the 80 runs before.',
    ],
    ['..', 'First ran on PS5 on 3 March: passed both runs.'],
  ])('%s', (text, expected) => {
    expect(sentence(text)).toBe(expected);
  });

  it('describes a slower test', () => {
    const runs = Array.from({ length: 100 }, (_, index) =>
      makeRun(index, { durationMs: index < 80 ? 1400 : 4200 }),
    );
    expect(sentenceOf(runs)).toBe('Takes 4.2 s on PS5 since #80 on 6 March; it took 1.4 s before.');
  });

  it('describes a silent test', () => {
    expect(sentenceOf(makeRuns(passes(20)), { suiteRuns: 34, suiteRunsSince: 14 })).toBe(
      'Has not run on PS5 since 4 March, although its suite ran 14 times.',
    );
  });

  it('names no variant or revision that is unknown, and the year if it is another one', () => {
    const verdict = judgeRuns(makeRuns(`${passes(47)}FFFFF`));
    const names = { variant: null, revision: null, now: Date.UTC(2027, 0, 2) };
    expect(describeVerdict(verdict, names)).toBe('Broken since 5 March 2026: failed all 5 runs.');
  });
});
