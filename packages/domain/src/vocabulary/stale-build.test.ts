import { expect, it } from '@jest/globals';
import { isStaleBuild } from './stale-build.js';

const HOUR_MS = 60 * 60_000;
const isStale = (
  status: 'building' | 'queued' | 'failed' | 'passed_pending_approval',
  hours: number,
  usual: number | null,
) =>
  isStaleBuild(
    { status, updatedAt: new Date(0), usualSeconds: usual === null ? null : usual * 3_600 },
    hours * HOUR_MS,
  );

it('an unfinished build is stale after three times the usual time of its job, and not before two hours', () => {
  expect([isStale('building', 2, 0.1), isStale('building', 2.1, 0.1)]).toEqual([false, true]);
  expect([isStale('building', 9, 3), isStale('building', 9.1, 3)]).toEqual([false, true]);
  expect([isStale('queued', 2, null), isStale('queued', 2.1, null)]).toEqual([false, true]);
});

it('a build that ended or waits for a person is never stale', () => {
  expect([isStale('failed', 1_000, 1), isStale('passed_pending_approval', 1_000, 1)]).toEqual([false, false]);
});
