import { describe, expect, it } from '@jest/globals';
import { settledSteps } from './build-step.js';

const at = (minutes: number) => new Date(minutes * 60_000);
const step = (name: string, status: string, started: number | null, finished: number | null = null) => ({
  name,
  status,
  startedAt: started === null ? null : at(started),
  finishedAt: finished === null ? null : at(finished),
});
const cook = step('cook', 'running', 0);
const shaders = step('shaders', 'completed', 3, 9);
const pack = step('package', 'running', 20);

describe('settledSteps', () => {
  it.each(['queued', 'preparing', 'building'] as const)('leaves steps open while the build is %s', (status) => {
    expect(settledSteps({ status, finishedAt: null }, [cook, pack])).toEqual([cook, pack]);
  });

  it.each(['completed', 'passed_pending_approval'] as const)(
    'completes the open steps of a build that is %s',
    (status) => {
      expect(settledSteps({ status, finishedAt: at(30) }, [cook, shaders, pack])).toEqual([
        step('cook', 'completed', 0, 20),
        shaders,
        step('package', 'completed', 20, 30),
      ]);
    },
  );

  it.each(['failed', 'cancelled'] as const)('ends the last open step as %s and completes the others', (status) => {
    expect(settledSteps({ status, finishedAt: at(30) }, [cook, shaders, pack])).toEqual([
      step('cook', 'completed', 0, 20),
      shaders,
      step('package', status, 20, 30),
    ]);
  });

  it('cancels the open steps when another step failed', () => {
    const failed = step('test', 'failed', 2, 8);
    expect(settledSteps({ status: 'failed', finishedAt: at(30) }, [failed, pack])).toEqual([
      failed,
      step('package', 'cancelled', 20, 30),
    ]);
  });

  it('ends a step without a start time with the build', () => {
    const late = step('link', 'running', null);
    expect(settledSteps({ status: 'completed', finishedAt: at(30) }, [cook, late])).toEqual([
      step('cook', 'completed', 0, 30),
      step('link', 'completed', null, 30),
    ]);
  });
});
