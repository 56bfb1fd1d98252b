import { describe, expect, it } from '@jest/globals';
import { describeOutcomes, failingSince, rateText } from './test-words.js';

const run = (status: 'passed' | 'failed' | 'errored' | 'skipped', infrastructure = false, retried = false) => ({
  status,
  infrastructure,
  retried,
  duration_ms: 1,
});

describe('failingSince', () => {
  it('finds the first of the failures that last until now, and the pass before it', () => {
    const [newest, skipped, first, passed] = [run('errored'), run('skipped'), run('failed'), run('passed')];
    const history = [newest, skipped, first, passed, run('failed')];
    expect(failingSince(history)).toEqual({ first, runs: 2, lastPassing: passed });
    expect(failingSince([newest, first])).toEqual({ first, runs: 2, lastPassing: null });
  });

  it('is null for a test that passes, and ignores runs that failed as a whole', () => {
    expect(failingSince([run('passed'), run('failed')])).toBeNull();
    expect(failingSince([run('failed', true), run('passed')])).toBeNull();
    expect(failingSince([])).toBeNull();
  });
});

it('describes outcomes by their number', () => {
  const outcomes = [run('failed'), run('passed'), run('passed'), run('passed', false, true), run('skipped')];
  expect(describeOutcomes(outcomes)).toBe('5 builds: 1 failed, 2 passed, 1 passed on retry, 1 skipped');
});

it('writes rates with as many digits as they need', () => {
  expect([0, 0.0002, 0.004, 0.043, 0.129, 1].map(rateText)).toEqual(['', '0.1%', '0.4%', '4.3%', '13%', '100%']);
});
