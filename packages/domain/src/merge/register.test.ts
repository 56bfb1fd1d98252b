import { describe, expect, it } from '@jest/globals';
import { joinRegisters, retold } from './register.js';

interface Fields {
  readonly title: string;
}

const told = (value: string, weight: readonly number[]) => ({ title: { value, weight } });
const replay = (known: ReturnType<typeof told>, again: ReturnType<typeof told>, revision: number) =>
  joinRegisters<Fields>(known, retold<Fields>(known, again, revision));

describe('a report that is told again', () => {
  it('changes nothing when it says what it said', () => {
    const known = told('Relight', [7]);
    expect(replay(known, told('Relight', [7]), 100)).toEqual(known);
  });

  it('corrects what it said, whichever value is the greater', () => {
    for (const [before, after] of [
      ['z misread', 'Relight'],
      ['A misread', 'Relight'],
    ] as const) {
      expect(replay(told(before, [7]), told(after, [7]), 100)).toEqual(told(after, [7, 100]));
    }
  });

  it('is corrected by a later replay, and not by the first delivery that comes again', () => {
    const once = replay(told('z', [7]), told('m', [7]), 100);
    const twice = replay(told('m', [7, 100]), told('a', [7]), 200);
    expect(twice).toEqual(told('a', [7, 200]));
    expect(joinRegisters<Fields>(once, told('z', [7]))).toEqual(once);
  });

  it('stays behind what was told later, and goes before what was told earlier', () => {
    const later = told('later', [9]);
    expect(replay(later, told('Relight', [7]), 100)).toEqual(later);
    expect(replay(told('z', [5]), told('Relight', [7]), 100)).toEqual(told('Relight', [7]));
  });
});
