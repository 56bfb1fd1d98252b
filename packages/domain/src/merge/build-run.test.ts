import { describe, expect, it } from '@jest/globals';
import type { BuildReport } from '../deliveries/operations.js';
import { buildRunStateOf, mergeBuildRuns } from './build-run.js';

const report = (fields: Partial<BuildReport>): BuildReport => ({
  kind: 'build_report',
  jobName: 'Harbor-Win64',
  buildNumber: '7',
  attempt: 1,
  status: 'building',
  originalStatus: null,
  reportedAt: 100,
  ...fields,
});

const fold = (...reports: Partial<BuildReport>[]) =>
  reports.map((fields) => buildRunStateOf(report(fields))).reduce(mergeBuildRuns);

describe('mergeBuildRuns', () => {
  it('keeps a terminal status when a later report says that the build is running', () => {
    const state = fold({ status: 'failed', reportedAt: 200 }, { status: 'building', reportedAt: 300 });
    expect(state).toMatchObject({ status: 'failed', statusAt: 200, finishedAt: 200 });
  });

  it('does not return to an earlier phase when its report arrives late', () => {
    expect(fold({ status: 'building', reportedAt: 200 }, { status: 'queued', reportedAt: 300 }).status).toBe(
      'building',
    );
    expect(fold({ status: 'preparing', reportedAt: 200 }, { status: 'queued', reportedAt: 300 }).status).toBe(
      'preparing',
    );
  });

  it('uses the later of two terminal statuses', () => {
    expect(fold({ status: 'failed', reportedAt: 300 }, { status: 'completed', reportedAt: 200 }).status).toBe(
      'failed',
    );
  });

  it('accepts a belated end only when no other report contains it', () => {
    const belated = { status: 'completed', reportedAt: 300, finishedAt: 300, belated: true } as const;
    expect(fold({ reportedAt: 350 }, belated)).toMatchObject({ status: 'completed', finishedAt: 300 });
    const inTime = { status: 'completed', reportedAt: 200, finishedAt: 200 } as const;
    for (const reports of [
      [inTime, belated],
      [belated, inTime],
    ])
      expect(fold(...reports)).toMatchObject({ status: 'completed', statusAt: 200, finishedAt: 200 });
  });

  it('lets a build that waits for approval continue or finish', () => {
    const waiting = { status: 'passed_pending_approval', reportedAt: 200, finishedAt: 190 } as const;
    expect(fold(waiting)).toMatchObject({ finishedAt: 190 });
    expect(fold(waiting, { reportedAt: 300 })).toMatchObject({ status: 'building', finishedAt: null });
  });

  it('starts over with a higher attempt and keeps the fields that describe the build', () => {
    const first = {
      status: 'failed',
      reportedAt: 300,
      startedAt: 50,
      branch: 'main',
      durationSeconds: 9,
    } as const;
    const state = fold(first, { attempt: 2, status: 'queued', reportedAt: 200 });
    expect(state).toMatchObject({ attempt: 2, status: 'queued', startedAt: null, finishedAt: null });
    expect(state.fields.branch?.value).toBe('main');
    expect(state.fields.durationSeconds).toBeUndefined();
  });

  it('keeps the status when a report has none', () => {
    const state = fold({ status: 'queued', reportedAt: 1 }, { status: null, reportedAt: 900, branch: 'main' });
    expect(state).toMatchObject({ status: 'queued', statusAt: 1 });
    expect(state.fields.branch?.value).toBe('main');
  });
});
