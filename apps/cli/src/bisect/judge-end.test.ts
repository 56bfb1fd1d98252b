import { describe, expect, it } from '@jest/globals';
import { judgeEnd } from './judge-end.js';

const ofCode = (code: number) => judgeEnd({ code, signal: null });

describe('judgeEnd', () => {
  it.each([
    [0, 'passed'],
    [1, 'failed'],
    [124, 'failed'],
    [125, 'untestable'],
  ] as const)('judges a revision by exit code %i: %s', (code, outcome) => {
    expect(ofCode(code)).toEqual({ outcome, problem: null });
  });

  it.each([
    [126, 'The command cannot be executed (exit code 126).'],
    [127, 'The command, or one that it runs, was not found (exit code 127).'],
    [128, 'The command ended with exit code 128, which is neither a pass nor a failure.'],
    [255, 'The command ended with exit code 255, which is neither a pass nor a failure.'],
    // What Windows reports for a crash.
    [3_221_225_477, 'The command ended with exit code 3221225477, which is neither a pass nor a failure.'],
  ])('judges no revision by exit code %i', (code, problem) => {
    expect(ofCode(code)).toEqual({ outcome: null, problem });
  });

  it('judges no revision by a command that a signal ended', () => {
    expect(judgeEnd({ code: null, signal: 'SIGSEGV' })).toEqual({
      outcome: null,
      problem: 'The command ended with the signal SIGSEGV, so it did not finish.',
    });
  });
});
