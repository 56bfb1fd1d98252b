import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orphanTimes } from './orphans.js';
import type { RecordedMove } from './ref-order.js';

const SECOND = 1_000;
const [EARLIER, TIED, LATER] = [1 * SECOND, 2 * SECOND, 3 * SECOND];

const move = (before: string | null, after: string | null, fields: Partial<RecordedMove> = {}): RecordedMove => ({
  ref: 'refs/heads/main',
  before,
  after,
  forced: false,
  commits: [],
  at: TIED,
  ...fields,
});
const forced = (before: string, after: string, commits: string[] = []) =>
  move(before, after, { forced: true, commits });
const created = move(null, 'a', { commits: ['a'], at: EARLIER });

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** The orphans that result from moves, which must be the same in any order of arrival. */
function orphans(...moves: RecordedMove[]): Record<string, number> {
  const [first, ...others] = permutations(moves).map((arrived) => Object.fromEntries(orphanTimes(arrived)));
  for (const other of others) expect(other).toEqual(first);
  return first ?? {};
}

/** One move of a branch: to a new commit on top, to a new commit instead, back to an earlier commit, or deletion. */
type Step = { readonly kind: 'grow' | 'rewrite' | 'delete' } | { readonly kind: 'return'; readonly to: number };

function play(steps: readonly Step[]): RecordedMove[] {
  const known = ['a'];
  let tip: string | null = 'a';
  return steps.flatMap((step) => {
    const before = tip;
    if (step.kind === 'return') {
      tip = known[step.to % known.length] ?? null;
      return tip === before ? [] : [move(before, tip, { forced: before !== null })];
    }
    if (step.kind === 'delete') {
      tip = null;
      return before === null ? [] : [move(before, null)];
    }
    tip = `c${known.length}`;
    known.push(tip);
    return [move(before, tip, { forced: step.kind === 'rewrite' && before !== null, commits: [tip] })];
  });
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('grow' as const, 'rewrite' as const, 'rewrite' as const) }),
  fc.record({ kind: fc.constant('return' as const), to: fc.nat(4) }),
  fc.record({ kind: fc.constant('return' as const), to: fc.nat(4) }),
  fc.record({ kind: fc.constant('delete' as const) }),
);
const history = fc.array(step, { minLength: 2, maxLength: 4 }).map(play);

/** Whether each move begins where the previous one ended. */
const isChain = (moves: readonly RecordedMove[]) =>
  moves.every(({ before }, index) => before === (index === 0 ? 'a' : moves[index - 1]?.after));

/** Whether the moves can have happened in only one order. */
function isDetermined(moves: readonly RecordedMove[]): boolean {
  const orders = permutations(moves).filter(isChain);
  return new Set(orders.map((order) => JSON.stringify(order))).size === 1;
}

/** The orphans of moves made a millisecond apart, reported with the time that all the moves share. */
function orphansInOrder(moves: readonly RecordedMove[]): Record<string, number> {
  const apart = moves.map((each, index) => ({ ...each, at: each.at + index }));
  return Object.fromEntries(
    [...orphanTimes(apart)].map(([commit, at]) => [commit, Math.floor(at / SECOND) * SECOND]),
  );
}

describe('moves of a ref within one second', () => {
  it('have the same effect as in their real order, however they arrive', () => {
    fc.assert(
      fc.property(history.filter(isDetermined), (moves) => {
        expect(orphans(created, ...moves)).toEqual(orphansInOrder([created, ...moves]));
      }),
      { numRuns: 300 },
    );
  });

  it('never orphan the commit that the ref finally points to', () => {
    fc.assert(
      fc.property(history, (moves) => {
        const end = moves.at(-1)?.after;
        if (end != null) expect(orphans(created, ...moves)).not.toHaveProperty(end);
      }),
      { numRuns: 300 },
    );
  });

  it('orphan what a forced push removed, unless it was forced back', () => {
    const [away, back] = [forced('a', 'b', ['b']), forced('b', 'a')];
    expect(orphans(created, away, back)).toEqual({ b: TIED });
    expect(orphans(created, away, back, away)).toEqual({ a: TIED });
    expect(orphans(created, away, back, forced('a', 'c', ['c']))).toEqual({ a: TIED, b: TIED });
  });

  it('that form a circle end where the next move starts', () => {
    const circle = [forced('a', 'b', ['b']), forced('b', 'a')];
    const next = (before: string) => move(before, 'c', { commits: ['c'], at: LATER });
    expect(orphans(...circle, next('a'))).toEqual({ b: TIED });
    expect(orphans(...circle, next('b'))).toEqual({ a: TIED });
    // A push that was never reported moved the ref to b.
    expect(orphans(created, ...circle, next('b'))).toEqual({ a: TIED });
  });

  it('that follow a circle in the previous second are ordered too', () => {
    const circle = [forced('a', 'b', ['b']), forced('b', 'a')];
    const second = [forced('a', 'c', ['c']), forced('c', 'a')].map((each) => ({ ...each, at: LATER }));
    expect(orphans(...circle, ...second)).toEqual({ b: TIED, c: LATER });
  });

  it('orphan no commit that the ref may finally point to if their order is unknown', () => {
    expect(orphans(forced('a', 'b', ['p', 'b']), forced('b', 'a', ['q', 'a']))).toEqual({});
    // The move from b or c back to a was never reported.
    expect(orphans(created, forced('a', 'b', ['b']), forced('a', 'c', ['c']))).toEqual({ a: TIED });
    const circles = [forced('a', 'b'), forced('b', 'a'), forced('x', 'y'), forced('y', 'x')];
    expect(orphans(...circles)).toEqual({});
  });
});
