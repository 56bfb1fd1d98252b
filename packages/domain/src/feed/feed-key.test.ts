import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, PLANS } from '@slipway/contracts';
import { continuationOf, FEED_KINDS, type FeedKind, feedKindOf, planHasFeed } from './feed-key.js';

describe('the rows after a position', () => {
  const after = (kind: FeedKind) => continuationOf({ at: 0, kind: 'change', id: '7' }, kind);

  it('of a kind that comes first at the same time were all shown', () => {
    expect([after('deployment'), after('task')]).toEqual(['earlier', 'earlier']);
  });

  it('of the same kind were shown down to the id', () => {
    expect(after('change')).toBe('earlier_or_lower_id');
  });

  it('of a kind that comes last at the same time were not shown', () => {
    expect([after('approval'), after('build_run')]).toEqual(['earlier_or_same_time', 'earlier_or_same_time']);
  });
});

describe('feed rules', () => {
  it('the kinds are listed in their order', () => {
    expect(FEED_KINDS.toSorted()).toEqual(FEED_KINDS);
  });

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
