import { describe, expect, it } from '@jest/globals';
import { checkDurations } from './durations.js';
import type { BuildReport } from './operations.js';

const DAY_SECONDS = 24 * 60 * 60;
const START = Date.UTC(2026, 10, 1);

const report = (fields: Partial<BuildReport>): BuildReport => ({
  kind: 'build_report',
  jobName: 'Harbor-Win64',
  buildNumber: '1',
  attempt: 1,
  status: 'completed',
  originalStatus: null,
  reportedAt: START,
  ...fields,
});

describe('checkDurations', () => {
  it.each([0, 1, 30 * DAY_SECONDS])('keeps a duration of %d seconds', (durationSeconds) => {
    const operations = [report({ durationSeconds })];
    expect(checkDurations(operations)).toEqual({ operations, notes: [] });
  });

  it.each([
    [-1, 'The duration of -1 seconds was dropped: it is negative.'],
    [30 * DAY_SECONDS + 1, 'The duration of 2592001 seconds was dropped: it is more than 30 days.'],
    [4_294_967_296, 'The duration of 4294967296 seconds was dropped: it is more than 30 days.'],
  ])('drops a duration of %d seconds and adds a note', (durationSeconds, note) => {
    const operations = [report({ durationSeconds, branch: 'main' })];
    expect(checkDurations(operations)).toEqual({ operations: [report({ branch: 'main' })], notes: [note] });
  });

  it.each([
    [START - 1_000, 'No duration was computed from the start and end times: the build ends before it starts.'],
    [
      START + 31 * DAY_SECONDS * 1_000,
      'No duration was computed from the start and end times: they are more than 30 days apart.',
    ],
  ])('keeps times that give no valid duration, and adds a note', (finishedAt, note) => {
    const operations = [report({ startedAt: START, finishedAt })];
    expect(checkDurations(operations)).toEqual({ operations, notes: [note] });
  });

  it('ignores the times of a build that reports its duration', () => {
    const operations = [report({ startedAt: START, finishedAt: START - 1_000, durationSeconds: 5 })];
    expect(checkDurations(operations)).toEqual({ operations, notes: [] });
  });
});
