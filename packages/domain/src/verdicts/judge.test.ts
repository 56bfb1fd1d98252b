import { describe, expect, it } from '@jest/globals';
import { judgeRuns, makeRun, makeRuns, passes, START } from './histories.fixture.js';

const stateOf = (text: string) => judgeRuns(makeRuns(text)).state;
/** A flake in every tenth run. */
const flaky = (count: number) => `${passes(9)}F`.repeat(count);

describe('broken', () => {
  it('is called after two failures of a solid test', () => {
    expect(stateOf(`${passes(200)}FF`)).toBe('broken');
  });

  it('is called after one failure when the changes touch files near the test', () => {
    const failure = makeRun(200, { revision: 'r201', outcomes: ['failed'], touched: 'near' });
    expect(judgeRuns([...makeRuns(passes(200)), failure]).state).toBe('broken');
    expect(judgeRuns([...makeRuns(passes(200)), { ...failure, touched: 'far' }]).state).toBe('passing');
  });

  it('begins with the first revision that failed', () => {
    const runs = makeRuns(`${passes(50)}FFFF`);
    expect(judgeRuns(runs)).toMatchObject({
      since: { at: runs[50]?.at, revision: runs[50]?.revision },
      runsSince: 4,
      failuresSince: 4,
    });
  });

  it('continues when a broken test passes once', () => {
    const verdict = judgeRuns(makeRuns(`${passes(50)}FFFFFFFF.FF`));
    expect(verdict).toMatchObject({ state: 'broken', runsSince: 11, failuresSince: 10 });
  });

  it('remembers that the test was flaky, and needs more failures of such a test', () => {
    expect(stateOf(`${flaky(8)}${passes(5)}FF`)).toBe('flaky');
    const verdict = judgeRuns(makeRuns(`${flaky(8)}${passes(5)}FFFFFF`));
    expect(verdict).toMatchObject({ state: 'broken', previously: 'flaky' });
    expect(verdict.flakeProbability).toBeGreaterThan(0.9);
  });

  it('concerns one branch only', () => {
    const trunk = makeRuns(passes(60), { branch: 'main' });
    const topic = Array.from({ length: 5 }, (_, index) =>
      makeRun(60 + index, { branch: 'topic', revision: `t${index}`, outcomes: ['failed'] }),
    );
    const runs = [...trunk, ...topic];
    expect(judgeRuns(runs, { branch: 'main' }).state).toBe('passing');
    expect(judgeRuns(runs, { branch: 'topic' }).state).toBe('broken');
  });
});

describe('flaky', () => {
  it('is called when revisions both failed and passed', () => {
    const verdict = judgeRuns(makeRuns(`${passes(30)}(F.)${passes(30)}(F.)${passes(30)}`));
    expect(verdict.state).toBe('flaky');
    expect(verdict.evidence).toMatchObject({
      failures: 2,
      revisionsWithBoth: 2,
      passedOnRetry: 0,
      loneFailures: 0,
    });
  });

  it('is called when failures passed on retry', () => {
    const verdict = judgeRuns(makeRuns(`${passes(40)}R${passes(40)}R${passes(10)}`));
    expect(verdict.state).toBe('flaky');
    expect(verdict.evidence).toMatchObject({ failures: 2, revisionsWithBoth: 2, passedOnRetry: 2 });
  });

  it('is called after lone failures of revisions that never ran again', () => {
    const verdict = judgeRuns(makeRuns(`${passes(40)}F${passes(50)}F${passes(40)}F${passes(20)}`));
    expect(verdict.state).toBe('flaky');
    expect(verdict.evidence).toMatchObject({ failures: 3, loneFailures: 3 });
  });

  it('is not called after one failure', () => {
    expect(stateOf(`${passes(100)}F${passes(100)}`)).not.toBe('flaky');
    expect(stateOf(`${passes(300)}R${passes(10)}`)).not.toBe('flaky');
  });

  it('is not called after breaks that lasted', () => {
    const verdict = judgeRuns(makeRuns(`${passes(60)}FFFFFFFF${passes(60)}FFFFFFFFFFF${passes(40)}`));
    expect(verdict.state).not.toBe('flaky');
    expect(verdict.flakeProbability).toBeLessThan(0.3);
  });

  it('counts failures of every branch', () => {
    const runs = makeRuns(flaky(6)).map((run, index) => ({ ...run, branch: index % 3 === 0 ? 'topic' : 'main' }));
    expect(judgeRuns(runs, { branch: 'release' }).state).toBe('flaky');
  });

  it('takes less evidence in a project with many flaky tests', () => {
    const runs = makeRuns(`${passes(40)}F${passes(60)}F${passes(40)}`);
    const probability = (flakyShare: number) =>
      judgeRuns(runs, { project: { flakyShare, breakChance: 0.002 } }).flakeProbability;
    expect(probability(0.3)).toBeGreaterThan(probability(0.03));
  });

  it('estimates the failure rate without the runs while the test was broken', () => {
    const verdict = judgeRuns(makeRuns(`${flaky(10)}${'F'.repeat(40)}${flaky(10)}`));
    expect(verdict.failureRate).toBeGreaterThan(0.05);
    expect(verdict.failureRate).toBeLessThan(0.2);
    expect(verdict.evidence).toMatchObject({ runs: 199, failures: 19, failuresOfBreak: 41 });
  });
});

describe('fixed', () => {
  it('is called after the first pass of a broken test', () => {
    const runs = makeRuns(`${passes(50)}FFFFF..`);
    expect(judgeRuns(runs)).toMatchObject({
      state: 'fixed',
      previously: 'broken',
      since: { revision: runs[55]?.revision },
      evidence: { failuresOfBreak: 5 },
    });
  });

  it('is called when passes can no longer be explained by the rate of a flaky test', () => {
    expect(stateOf(`${flaky(10)}${passes(30)}`)).toBe('flaky');
    expect(judgeRuns(makeRuns(`${flaky(10)}${passes(150)}`))).toMatchObject({
      state: 'fixed',
      previously: 'flaky',
      runsSince: 150,
      failuresSince: 0,
    });
  });

  it('ends after two weeks', () => {
    const runs = makeRuns(`${passes(50)}FFFFF${passes(30)}`);
    const weeks = (count: number) => START + count * 7 * 24 * 60 * 60 * 1000;
    expect(judgeRuns(runs, { now: weeks(2) }).state).toBe('fixed');
    expect(judgeRuns(runs, { now: weeks(3) }).state).toBe('passing');
  });
});

describe('new', () => {
  it('is a test in its first runs', () => {
    expect(stateOf('...')).toBe('new');
    expect(stateOf(passes(10))).toBe('passing');
    expect(judgeRuns(makeRuns('...'), { firstSeenAt: START - 1 }).state).toBe('passing');
  });

  it('gives way to broken', () => {
    expect(stateOf('FFFFF')).toBe('broken');
  });
});

describe('silent', () => {
  it('is a test that no longer runs though its suite does', () => {
    const runs = makeRuns(passes(50));
    expect(judgeRuns(runs, { suiteRuns: 52, suiteRunsSince: 2 }).state).toBe('passing');
    expect(judgeRuns(runs, { suiteRuns: 53, suiteRunsSince: 3 })).toMatchObject({
      state: 'silent',
      since: { at: runs[49]?.at },
    });
  });

  it('is not a test that only some runs contain', () => {
    const runs = makeRuns(passes(50));
    expect(judgeRuns(runs, { suiteRuns: 210, suiteRunsSince: 10 }).state).toBe('passing');
    expect(judgeRuns(runs, { suiteRuns: 260, suiteRunsSince: 60 }).state).toBe('silent');
  });
});

describe('every verdict', () => {
  it('ignores infrastructure runs and skipped runs', () => {
    const { evidence, state } = judgeRuns(makeRuns(`${passes(40)}iiiisss${passes(5)}`));
    expect(state).toBe('passing');
    expect(evidence).toMatchObject({ runs: 45, failures: 0 });
  });

  it('does not depend on the order in which runs are given', () => {
    const runs = makeRuns(`${passes(30)}(F.)${passes(20)}FFFF.${passes(4)}F`);
    expect(judgeRuns(runs.toReversed(), { now: START, firstSeenAt: START })).toEqual(
      judgeRuns(runs, { now: START, firstSeenAt: START }),
    );
  });

  it('sees a later rerun of an older revision beside its first run', () => {
    const runs = makeRuns(`${passes(30)}F${passes(5)}`);
    const rerun = makeRun(40, { revision: runs[30]?.revision ?? '' });
    expect(judgeRuns([...runs, rerun]).flakeProbability).toBeGreaterThan(judgeRuns(runs).flakeProbability);
    const numbered = [...runs, rerun].map((run) => ({ ...run, order: Number(run.revision.slice(1)) }));
    expect(judgeRuns(numbered).flakeProbability).toBeCloseTo(judgeRuns([...runs, rerun]).flakeProbability, 10);
  });

  it('exists for a test without runs', () => {
    expect(judgeRuns([])).toMatchObject({ state: 'new', since: null, evidence: { runs: 0, from: null } });
  });
});
