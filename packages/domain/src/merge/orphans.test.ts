import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orphanTimes } from './orphans.js';
import type { RecordedMove } from './ref-order.js';

const main = 'refs/heads/main';
const push = (before: string | null, commits: string[], at: number, fields: Partial<RecordedMove> = {}) => ({
  ref: main,
  before,
  after: commits.at(-1) ?? null,
  forced: false,
  commits,
  at,
  ...fields,
});

const orphans = (...moves: RecordedMove[]) => Object.fromEntries(orphanTimes(moves));

describe('orphanTimes', () => {
  it('orphans the commits of a push that a forced push replaced', () => {
    const moves = [push('a', ['b', 'c'], 1), push('c', ['d'], 2, { forced: true })];
    expect(orphans(...moves)).toEqual({ b: 2, c: 2 });
  });

  it('orphans everything pushed after the commit that a ref was reset to', () => {
    const back = push('d', [], 4, { forced: true, after: 'a' });
    expect(orphans(push('a', ['b'], 1), push('b', ['c'], 2), push('c', ['d'], 3), back)).toEqual({
      b: 4,
      c: 4,
      d: 4,
    });
    const within = push('d', [], 4, { forced: true, after: 'b' });
    expect(orphans(push('a', ['b', 'c', 'd'], 1), within)).toEqual({ c: 4, d: 4 });
  });

  it('orphans the previous tip of a ref whose earlier pushes are unknown', () => {
    expect(orphans(push('x', ['y'], 1, { forced: true }))).toEqual({ x: 1 });
  });

  it('distinguishes pushes within the same second', () => {
    expect(orphans(push('a', ['b'], 1), push('b', ['c'], 1, { forced: true }))).toEqual({ b: 1 });
  });

  it('orphans no commit that another ref contains, until that ref drops it too', () => {
    const [brought, forced] = [push('a', ['b'], 1), push('b', ['c'], 5, { forced: true })];
    const other = push('a', ['b'], 2, { ref: 'refs/heads/other' });
    expect(orphans(brought, other, forced)).toEqual({});
    const gone = push('b', ['z'], 9, { ref: 'refs/heads/other', forced: true });
    expect(orphans(brought, other, forced, gone)).toEqual({ b: 9 });
  });

  it('orphans no ancestor of a commit that another ref was set to, until that ref leaves it', () => {
    const other = { ref: 'refs/heads/other' };
    const grown = [push(null, ['a', 'b'], 1), push('b', ['c'], 2)];
    const backup = push(null, [], 3, { ...other, after: 'c' });
    const forced = push('c', [], 4, { forced: true, after: 'z' });
    const within = push('c', [], 4, { forced: true, after: 'a' });
    expect(orphans(...grown, backup, forced)).toEqual({});
    expect(orphans(...grown, backup, within)).toEqual({});
    const lower = push(null, [], 3, { ...other, after: 'b' });
    expect(orphans(push('z', ['a', 'b', 'c'], 1), lower, forced)).toEqual({ c: 4 });
    const gone = push('c', ['y'], 9, { ...other, forced: true });
    expect(orphans(...grown, backup, within, gone)).toEqual({ b: 9, c: 9 });
  });

  it('orphans commits even if another ref was set to their replacement', () => {
    const [brought, forced] = [push(null, ['a', 'b'], 1), push('b', ['c'], 2, { forced: true })];
    const backup = push(null, [], 3, { ref: 'refs/heads/other', after: 'c' });
    const back = push('c', [], 4, { forced: true, after: 'a' });
    expect(orphans(brought, forced, backup, back)).toEqual({ b: 4 });
  });

  it('orphans the original push when a ref that was moved back to it leaves it again', () => {
    const back = push('c', [], 3, { forced: true, after: 'b' });
    const off = push('b', ['d'], 4, { forced: true });
    expect(orphans(push(null, ['a', 'b'], 1), push('b', ['c'], 2), back, off)).toEqual({ a: 4, b: 4, c: 3 });
    expect(orphans(push(null, ['a', 'b', 'c'], 1), back, off)).toEqual({ a: 4, b: 4, c: 3 });
  });

  it('orphans no ancestor of a commit that the ref was moved back to', () => {
    const forced = push('b', ['c'], 2, { forced: true });
    const back = push('c', [], 3, { forced: true, after: 'b' });
    expect(orphans(push(null, ['a', 'b'], 1), forced, back)).toEqual({ c: 3 });
    // GitHub lists only the commits that the ref did not contain: c was made from a.
    const listed = push('c', ['b'], 3, { forced: true });
    expect(orphans(push(null, ['a', 'b'], 1), forced, listed)).toEqual({ c: 3 });
  });

  it('orphans no commit that was pushed again', () => {
    const moves = [push('a', ['b'], 1), push('b', ['c'], 2, { forced: true }), push('c', ['b'], 3)];
    expect(orphans(...moves)).toEqual({});
  });

  it('orphans nothing when a branch is deleted', () => {
    expect(orphans(push('a', ['b'], 1), push('b', [], 2, { after: null }))).toEqual({});
  });

  it('does not depend on the order in which moves are recorded', () => {
    const commit = fc.constantFrom('a', 'b', 'c', 'd');
    const move = fc.record({
      ref: fc.constantFrom('x', 'y'),
      before: fc.option(commit),
      after: fc.option(commit),
      forced: fc.boolean(),
      commits: fc.uniqueArray(commit),
    });
    const moves = fc
      .array(move, { maxLength: 6 })
      .map((list) => list.map((item, index) => ({ ...item, at: index >> 1 })));
    const cases = moves.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(fc.property(cases, ([list, shuffled]) => expect(orphans(...shuffled)).toEqual(orphans(...list))));
  });
});
