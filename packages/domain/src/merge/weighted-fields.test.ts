import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asCorrections, mergeFields, type WeightedFields } from './weighted-fields.js';

interface Fields {
  readonly title: string;
}

const report = (value: string, weight: readonly number[]): WeightedFields<Fields> => ({
  title: { value, weight },
});
const replay = (value: string, weight: readonly number[], replayedAt: number) =>
  asCorrections(report(value, weight), replayedAt);
const titleOf = (...readings: WeightedFields<Fields>[]) => readings.reduce(mergeFields<Fields>).title?.value;

describe('a replay', () => {
  it('keeps the value when it reads the same one', () => {
    expect(titleOf(report('Relight', [7]), replay('Relight', [7], 100))).toBe('Relight');
  });

  it.each(['z misread', 'A misread'])('corrects %s, whichever value is greater', (misread) => {
    expect(titleOf(report(misread, [7]), replay('Relight', [7], 100))).toBe('Relight');
  });

  it('is corrected by a later replay, but not by a redelivery of the report', () => {
    const once = [report('z', [7]), replay('m', [7], 100)];
    expect(titleOf(...once, replay('a', [7], 200))).toBe('a');
    expect(titleOf(...once, report('z', [7]))).toBe('m');
  });

  it('loses to a heavier report and wins over a lighter one', () => {
    expect(titleOf(report('later', [9]), replay('Relight', [7], 100))).toBe('later');
    expect(titleOf(report('z', [5]), replay('Relight', [7], 100))).toBe('Relight');
  });

  it('merges to the same value in any order', () => {
    const weight = fc.integer({ min: 1, max: 2 }).map((time) => [time]);
    const reading = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), weight, fc.option(fc.integer({ min: 100, max: 102 })))
      .map(([value, own, replayedAt]) =>
        replayedAt === null ? report(value, own) : replay(value, own, replayedAt),
      );
    const cases = fc
      .array(reading, { minLength: 1, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(cases, ([list, shuffled]) => {
        expect(shuffled.reduce(mergeFields<Fields>)).toEqual(list.reduce(mergeFields<Fields>));
      }),
    );
  });
});
