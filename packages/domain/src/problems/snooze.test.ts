import { describe, expect, it } from '@jest/globals';
import { type BuiltRevision, describeSnooze, isNewerRevision, readSnooze } from './snooze.js';

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(NOW + days * DAY_MS);

describe('a snooze', () => {
  it('lasts until a date, at most 90 days', () => {
    expect(readSnooze({ until: inDays(7), ends: undefined }, NOW)).toEqual({
      snooze: { until: inDays(7), ends: 'date' },
    });
    expect(readSnooze({ until: inDays(91), ends: undefined }, NOW)).toEqual({
      flaw: 'snoozed_until must be within 90 days.',
    });
    expect(readSnooze({ until: inDays(0), ends: undefined }, NOW)).toEqual({
      flaw: 'snoozed_until must be in the future.',
    });
  });

  it('until the next change lasts at most 90 days, or less if asked for', () => {
    expect(readSnooze({ until: undefined, ends: 'next_change' }, NOW)).toEqual({
      snooze: { until: inDays(90), ends: 'next_change' },
    });
    expect(readSnooze({ until: inDays(3), ends: 'next_change' }, NOW)).toEqual({
      snooze: { until: inDays(3), ends: 'next_change' },
    });
  });

  it('ends with null, and stays as it is if nothing is asked for', () => {
    expect(readSnooze({ until: null, ends: undefined }, NOW)).toEqual({ snooze: null });
    expect(readSnooze({ until: undefined, ends: undefined }, NOW)).toEqual({ snooze: undefined });
  });

  it('is described with its end', () => {
    expect(describeSnooze({ until: inDays(7), ends: 'date' })).toBe(
      'Snoozed until 27 November 2026 at 00:00 UTC.',
    );
    expect(describeSnooze({ until: inDays(7), ends: 'next_change' })).toBe(
      'Snoozed until it fails on a newer revision, at the latest 27 November 2026 at 00:00 UTC.',
    );
  });
});

describe('a newer revision', () => {
  const changelist = (number: string): BuiltRevision => ({ commitHash: '', changelist: number, madeAt: null });
  const commit = (commitHash: string, madeAt: number | null = null): BuiltRevision => ({
    commitHash,
    changelist: '',
    madeAt,
  });

  it('has a higher changelist than every earlier build', () => {
    const earlier = [changelist('99'), changelist('105')];
    expect(['104', '105', '106', '1000'].map((number) => isNewerRevision(changelist(number), earlier))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('has a commit that was made later', () => {
    const earlier = [commit('aaaaaaaaaa', 10), commit('bbbbbbbbbb', 20)];
    expect(isNewerRevision(commit('cccccccccc', 15), earlier)).toBe(false);
    expect(isNewerRevision(commit('cccccccccc', 21), earlier)).toBe(true);
  });

  it('is none if the same commit is built again, also under a shortened hash', () => {
    expect(isNewerRevision(commit('aaaaaaa'), [commit('aaaaaaaaaa')])).toBe(false);
  });

  it('is a commit that nobody reported, unless it was built before', () => {
    expect(isNewerRevision(commit('cccccccccc'), [commit('aaaaaaaaaa', 10)])).toBe(true);
  });

  it('is none without a revision', () => {
    expect(isNewerRevision(commit(''), [])).toBe(false);
  });
});
