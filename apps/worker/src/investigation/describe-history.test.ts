import { describe, expect, it } from '@jest/globals';
import { describeHistory } from './describe-history.js';

const now = new Date('2026-11-17T12:00:00Z');
const history = {
  seenCount: 14,
  firstSeenAt: new Date('2026-03-03T10:00:00Z'),
  resolvedAt: null,
  state: 'open' as const,
  mark: null,
  fixedBy: null,
  examined: 14,
  passedOnRetry: 14,
};

describe('describeHistory', () => {
  it('is empty for a new problem', () => {
    expect(describeHistory(null, now)).toBe('');
    expect(describeHistory({ ...history, seenCount: 0 }, now)).toBe('');
  });

  it.each([
    [{}, 'Seen in 14 other builds since 3 March, which all passed on retry.'],
    [{ passedOnRetry: 0 }, 'Seen in 14 other builds since 3 March.'],
    [{ passedOnRetry: 5 }, 'Seen in 14 other builds since 3 March, of which 5 passed on retry.'],
    [
      { seenCount: 1, examined: 1, passedOnRetry: 1 },
      'Seen in one other build since 3 March, which passed on retry.',
    ],
    [
      { firstSeenAt: new Date('2025-12-31T10:00:00Z'), passedOnRetry: 0 },
      'Seen in 14 other builds since 31 December 2025.',
    ],
    [
      { passedOnRetry: 0, resolvedAt: new Date('2026-04-01T00:00:00Z'), fixedBy: 'CL 48211' },
      'Seen in 14 other builds since 3 March. It came back after it was resolved on 1 April, probably by CL 48211.',
    ],
    [
      { mark: 'infrastructure' as const, passedOnRetry: 0 },
      'Seen in 14 other builds since 3 March. Marked as an infrastructure problem.',
    ],
  ])('describes %j', (part, expected) => {
    expect(describeHistory({ ...history, ...part }, now)).toBe(` ${expected}`);
  });
});
