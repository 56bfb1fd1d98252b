import { describe, expect, it } from '@jest/globals';
import {
  mergeOutcomes,
  outcomeOfAttempts,
  PACKED_OUTCOMES,
  type PackedResult,
  packResults,
  TESTS_PER_CHUNK,
  unpackResult,
} from './packed-results.js';

const passed: PackedResult = { outcome: 'passed', durationMs: 100 };

describe('packed results', () => {
  it('keep every outcome at every place', () => {
    const results = new Map(
      Array.from({ length: TESTS_PER_CHUNK }, (_, place) => {
        const outcome = PACKED_OUTCOMES[place % PACKED_OUTCOMES.length] ?? 'absent';
        return [place, { outcome, durationMs: null }] as const;
      }),
    );
    const packed = packResults(results);
    for (const [place, result] of results) expect(unpackResult(packed, place)).toEqual(result);
  });

  it('keep durations within 4 %, from a millisecond to eight hours', () => {
    for (let durationMs = 1; durationMs < 8 * 3_600_000; durationMs *= 1.9) {
      const { durationMs: unpacked } = unpackResult(packResults(new Map([[7, { ...passed, durationMs }]])), 7);
      const error = Math.abs(Math.log((unpacked ?? 0) / durationMs));
      expect(error).toBeLessThanOrEqual(durationMs < 15 ? Math.log(1.5) : 0.04);
    }
  });

  it('of tests that did not run take no space', () => {
    expect(packResults(new Map())).toEqual({ outcomes: new Uint8Array(), durations: new Uint8Array() });
    const { outcomes, durations } = packResults(new Map([[3, passed]]));
    expect([outcomes.length, durations.length]).toEqual([2, 4]);
    expect(unpackResult({ outcomes, durations }, 200)).toEqual({ outcome: 'absent', durationMs: null });
  });

  it('of several parts of a run add up', () => {
    const first = packResults(new Map([[0, passed]]));
    const both = packResults(new Map([[1, { outcome: 'failed', durationMs: null }]]), first);
    expect(unpackResult(both, 0).outcome).toBe('passed');
    expect(unpackResult(both, 1)).toEqual({ outcome: 'failed', durationMs: null });
  });
});

describe('attempts of a test in one run', () => {
  it.each([
    [[], 'absent'],
    [['skipped'], 'skipped'],
    [['passed'], 'passed'],
    [['passed', 'skipped'], 'passed'],
    [['failed'], 'failed'],
    [['failed', 'passed'], 'passed_on_retry'],
    [['failed', 'failed'], 'failed_again'],
    [['passed', 'failed'], 'failed_after_passing'],
    [['passed', 'failed', 'passed'], 'passed_on_retry'],
  ] as const)('%j are %s', (attempts, outcome) => {
    expect(outcomeOfAttempts(attempts)).toBe(outcome);
  });

  it('add up the same whether they arrive together or one by one', () => {
    const words = ['passed', 'failed', 'skipped'] as const;
    for (const a of words)
      for (const b of words)
        for (const c of words)
          expect([
            a,
            b,
            c,
            mergeOutcomes(mergeOutcomes(outcomeOfAttempts([a]), outcomeOfAttempts([b])), outcomeOfAttempts([c])),
          ]).toEqual([a, b, c, outcomeOfAttempts([a, b, c])]);
  });
});
