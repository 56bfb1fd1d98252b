import { describe, expect, it } from '@jest/globals';
import { type CulpritRange, searchCulprit } from './search-culprit.js';

const range = (count: number, fields: Partial<CulpritRange> = {}): CulpritRange => ({
  weights: Array.from({ length: count }, () => 1),
  runs: [
    { position: 0, hasPassed: true },
    { position: count, hasPassed: false },
  ],
  history: { failures: 0, passes: 200 },
  untestable: new Set(),
  ...fields,
});

/** Searches with the outcome of each run, which may be another one each time; returns the positions that were run. */
function searched(start: CulpritRange, passes: (position: number, run: number) => boolean, budget = 60) {
  const runs = [...start.runs];
  for (let asked = 0; ; asked += 1) {
    const { step } = searchCulprit({ ...start, runs }, budget - asked);
    if (step.kind !== 'run')
      return { step, positions: runs.slice(start.runs.length).map(({ position }) => position) };
    runs.push({ position: step.position, hasPassed: passes(step.position, asked) });
  }
}

const breaksWith = (change: number) => (position: number) => position <= change;

describe('the search of a culprit', () => {
  it.each([0, 1, 6, 62, 98, 99])(
    'finds change %i of a hundred, in hardly more runs than halving takes',
    (change) => {
      const { step, positions } = searched(range(100), breaksWith(change));
      expect(step).toEqual({ kind: 'culprit', change });
      expect(positions.length).toBeLessThanOrEqual(12);
      expect(positions.filter((position) => position === change).length).toBeGreaterThanOrEqual(
        change === 0 ? 1 : 2,
      );
      expect(positions.slice(-3)).toContain(change);
    },
  );

  it('accuses a single change only after it failed again and its parent passed again', () => {
    expect(searchCulprit(range(1), 60).step).toMatchObject({ kind: 'run' });
    const { step, positions } = searched(range(1), breaksWith(0));
    expect(step).toEqual({ kind: 'culprit', change: 0 });
    expect(new Set(positions)).toEqual(new Set([0, 1]));
  });

  it('blames no change if the failure does not come back', () => {
    const { step } = searched(range(40), () => true);
    expect(step).toEqual({ kind: 'no_culprit' });
  });

  it('a failure before the culprit does not mislead it if the test is flaky', () => {
    const flaky = range(64, { history: { failures: 30, passes: 170 } });
    const passes = (position: number, run: number) => position <= 50 && run !== 1;
    expect(searched(flaky, passes).step).toEqual({ kind: 'culprit', change: 50 });
  });

  it('begins with likelier changes', () => {
    const weights = Array.from({ length: 100 }, (_, change) => (change === 80 ? 400 : 1));
    const { positions } = searched(range(100, { weights }), breaksWith(80));
    expect(positions.length).toBeLessThan(searched(range(100), breaksWith(80)).positions.length);
  });

  it('takes runs into account that nobody asked for', () => {
    const runs = [
      ...range(100).runs,
      ...[30, 30, 30, 30, 31, 31].map((position) => ({ position, hasPassed: position === 30 })),
    ];
    const { step } = searchCulprit(range(100, { runs }), 0);
    expect(step).toEqual({ kind: 'culprit', change: 30 });
  });

  it('names the changes that no testable revision separates', () => {
    const untestable = new Set([4, 5]);
    const { step, positions } = searched(range(10, { untestable }), breaksWith(4));
    expect(step).toEqual({ kind: 'among', changes: [3, 4, 5] });
    expect(positions.some((position) => untestable.has(position))).toBe(false);
  });

  it('gives up once no more runs are allowed', () => {
    expect(searched(range(500), breaksWith(250), 3)).toMatchObject({
      step: { kind: 'unsettled' },
      positions: { length: 3 },
    });
  });

  it('believes in exactly one of all changes and none', () => {
    const { changes, none } = searchCulprit(range(50), 60);
    expect(changes.reduce((sum, chance) => sum + chance, none)).toBeCloseTo(1);
  });
});
