import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, PLANS } from '@slipway/contracts';
import fc from 'fast-check';
import { continuationOf, type FeedKey, feedCursorKey, feedKindOf, mergeFeed, planHasFeed } from './feed-key.js';

const at = new Date('2026-11-01T10:00:00.000Z');
const kinds = ['approval', 'build_run', 'change', 'deployment', 'task'] as const;

/** Sorting is stable, so `a` moves to the front only if it sorts before `b`. */
const precedes = (a: FeedKey, b: FeedKey) => a !== b && mergeFeed([b, a], 2)[0] === a;

/** Only a few different times, so that most rows share one. */
const key: fc.Arbitrary<FeedKey> = fc
  .record({
    at: fc.integer({ min: 0, max: 2 }).map((ms) => new Date(at.getTime() + ms)),
    kind: fc.constantFrom(...kinds),
  })
  .chain((rest) => {
    const id =
      rest.kind === 'approval' || rest.kind === 'deployment'
        ? fc.uuid()
        : fc.integer({ min: 1, max: 200 }).map(String);
    return id.map((made) => ({ ...rest, id: made }));
  });
const rows = fc.uniqueArray(key, { selector: feedCursorKey, maxLength: 60 });

/** The rows of one kind that a source returns after a position. */
function isAfter(row: FeedKey, position: FeedKey): boolean {
  const difference = row.at.getTime() - position.at.getTime();
  const rule = continuationOf({ at: position.at.getTime(), kind: position.kind, id: position.id }, row.kind);
  if (rule === 'earlier') return difference < 0;
  if (rule === 'earlier_or_same_time') return difference <= 0;
  return difference < 0 || (difference === 0 && precedes(position, row));
}

describe('the order of the feed', () => {
  it('is by time, then kind, then id, all descending', () => {
    const later = new Date(at.getTime() + 1);
    const sorted = mergeFeed(
      [
        { at, kind: 'approval', id: '00000000-0000-7000-8000-000000000002' },
        { at, kind: 'build_run', id: '9' },
        { at, kind: 'task', id: '1' },
        { at: later, kind: 'approval', id: '00000000-0000-7000-8000-000000000001' },
        { at, kind: 'build_run', id: '10' },
        { at, kind: 'deployment', id: 'b0000000-0000-7000-8000-000000000001' },
        { at, kind: 'deployment', id: 'a0000000-0000-7000-8000-000000000009' },
        { at, kind: 'change', id: '5' },
      ],
      10,
    );
    expect(sorted.map(({ kind, id }) => `${kind} ${id.slice(0, 2)}`)).toEqual([
      'approval 00',
      'task 1',
      'deployment b0',
      'deployment a0',
      'change 5',
      'build_run 10',
      'build_run 9',
      'approval 00',
    ]);
  });

  it('compares ids beyond the safe integer range', () => {
    const [low, high] = ['9007199254740992', '9007199254740993'];
    expect(precedes({ at, kind: 'task', id: high }, { at, kind: 'task', id: low })).toBe(true);
  });

  it('is total: no two rows are equal, and the comparison is antisymmetric', () => {
    fc.assert(
      fc.property(rows, (all) => {
        for (const a of all) {
          for (const b of all) {
            expect(precedes(a, b) !== precedes(b, a)).toBe(a !== b);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('shows every row once across pages, even when nearly all have the same time', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), (all, size) => {
        const seen: FeedKey[] = [];
        for (;;) {
          const last = seen.at(-1);
          const perKind = kinds.flatMap((kind) =>
            mergeFeed(
              all.filter((row) => row.kind === kind && (last === undefined || isAfter(row, last))),
              size,
            ),
          );
          const page = mergeFeed(perKind, size);
          if (page.length === 0) break;
          seen.push(...page);
        }
        expect(seen).toEqual(mergeFeed(all, all.length));
      }),
    );
  });
});

describe('feed rules', () => {
  it('every event type belongs to a kind', () => {
    expect(EVENT_TYPES.map(feedKindOf)).toEqual([
      'build_run',
      'build_run',
      'change',
      'task',
      'approval',
      'approval',
      'approval',
      'approval',
      'deployment',
    ]);
  });

  it('Team and higher plans include the feed', () => {
    expect(PLANS.filter(planHasFeed)).toEqual(['team', 'studio', 'enterprise']);
  });
});
