import { describe, expect, it } from '@jest/globals';
import { findSlowdown } from './duration-change.js';
import { judgeRuns, makeRun } from './histories.fixture.js';
import type { TestRun } from './test-run.js';

/** Durations that spread by about a fifth, the same in every run. */
const noisy = (ms: number, index: number) => ms * (1 + 0.2 * Math.sin(index * 12.9898));
const timed = (...durations: number[]) => durations.map((durationMs, index) => makeRun(index, { durationMs }));
const steady = (count: number, ms: number, from = 0) =>
  Array.from({ length: count }, (_, index) => noisy(ms, from + index));
const fail = (run: TestRun): TestRun => ({ ...run, outcomes: ['failed'] });

describe('findSlowdown', () => {
  it('finds the run from which a test takes longer', () => {
    const runs = timed(...steady(80, 1400), ...steady(12, 4200, 80));
    const change = findSlowdown(runs);
    expect(change).toMatchObject({ at: runs[80]?.at, revision: runs[80]?.revision });
    expect((change?.afterMs ?? 0) / (change?.beforeMs ?? 1)).toBeCloseTo(3, 0);
  });

  it.each([
    ['noise', timed(...steady(200, 1400))],
    ['single slow runs', timed(...steady(50, 1400), 9000, ...steady(30, 1400), 9000, 9000, ...steady(20, 1400))],
    ['changes of less than a half', timed(...steady(80, 1400), ...steady(40, 1900))],
    ['milliseconds', timed(...steady(80, 10), ...steady(40, 30))],
    ['fewer than eight slow runs', timed(...steady(80, 1400), ...steady(7, 4200))],
    ['faster tests', timed(...steady(80, 4200), ...steady(40, 1400))],
    ['slowness that is over', timed(...steady(80, 1400), ...steady(30, 4200), ...steady(12, 1400))],
    ['failed runs', [...timed(...steady(80, 1400)), ...timed(...steady(30, 60_000)).map(fail)]],
  ])('ignores %s', (_, runs) => {
    expect(findSlowdown(runs)).toBeNull();
  });
});

it('a test is slow for two weeks after it slowed down', () => {
  const runs = timed(...steady(80, 1400), ...steady(30, 4200));
  const change = runs[80]?.at ?? 0;
  const days = (count: number) => change + count * 24 * 60 * 60 * 1000;
  expect(judgeRuns(runs, { now: days(13) })).toMatchObject({ state: 'slow', since: { at: change } });
  expect(judgeRuns(runs, { now: days(15) })).toMatchObject({ state: 'passing', slowdown: { at: change } });
});
