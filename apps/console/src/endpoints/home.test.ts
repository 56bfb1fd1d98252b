import { describe, expect, it } from '@jest/globals';
import type { MainJobBuild } from '@slipway/db';
import { findBrokenRun } from './home.js';

function builds(...statuses: MainJobBuild['status'][]): MainJobBuild[] {
  return statuses.map((status, index) => ({
    id: index + 1,
    jobName: 'game',
    buildNumber: String(index + 1),
    status,
    startedAt: null,
    finishedAt: null,
    durationSeconds: null,
    createdAt: new Date(index),
  }));
}

describe('findBrokenRun', () => {
  it('begins with the first failure since the last pass', () => {
    const run = findBrokenRun(builds('failed', 'completed', 'failed', 'cancelled', 'failed', 'building'));
    expect(run).toMatchObject({ since: { id: 3 }, latest: { id: 5 }, failures: 2, isOpenEnded: false });
  });

  it('finds nothing when the last finished build passed, even if later builds are running or cancelled', () => {
    expect(findBrokenRun(builds('failed', 'passed_pending_approval', 'cancelled', 'building'))).toBeNull();
    expect(findBrokenRun(builds('queued'))).toBeNull();
    expect(findBrokenRun([])).toBeNull();
  });

  it('marks a job without any passing build as open-ended', () => {
    expect(findBrokenRun(builds('failed', 'failed'))).toMatchObject({ since: { id: 1 }, isOpenEnded: true });
  });
});
