import { describe, expect, it } from '@jest/globals';
import { placeSteps } from './place-steps.js';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const step = (name: string, from: number | null, to: number | null) => ({
  name,
  status: 'completed',
  detail: '',
  started_at: from === null ? null : at(from),
  finished_at: to === null ? null : at(to),
});

describe('placeSteps', () => {
  it('places steps along the duration of the build', () => {
    const build = {
      is_stale: false,
      started_at: at(0),
      finished_at: at(100),
      steps: [step('sync', 0, 25), step('build', 25, 100)],
    };
    expect(placeSteps(build, 0)).toMatchObject({
      totalSeconds: 100,
      steps: [
        { left: 0, width: 25, seconds: 25 },
        { left: 25, width: 75, seconds: 75 },
      ],
    });
  });

  it('extends a step while the build runs, and draws no bar for a step without times', () => {
    const build = {
      is_stale: false,
      started_at: at(0),
      finished_at: null,
      steps: [step('build', 0, null), step('later', null, null)],
    };
    expect(placeSteps(build, 50_000).steps).toMatchObject([
      { seconds: 50, width: 100 },
      { seconds: null, width: 0 },
    ]);
  });

  it('shows no running step in a stale build', () => {
    const running = { ...step('build', 0, null), status: 'running' };
    const build = { is_stale: true, started_at: at(0), finished_at: null, steps: [running] };
    expect(placeSteps(build, 50_000).steps).toMatchObject([{ status: 'stale', seconds: null, width: 0 }]);
  });

  it('accepts a build without any times', () => {
    expect(placeSteps({ is_stale: false, started_at: null, finished_at: null, steps: [] }, 0)).toEqual({
      steps: [],
      totalSeconds: 0,
    });
  });

  it('shows no duration for a step that cannot have taken that long', () => {
    const days = 24 * 60 * 60;
    const steps = [step('build', 0, 60 * days)];
    const build = { is_stale: false, started_at: at(0), finished_at: at(60 * days), steps };
    expect(placeSteps(build, 0).steps).toMatchObject([{ seconds: null, width: 100 }]);
  });
});
