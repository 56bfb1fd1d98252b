import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport } from '@slipway/domain';
import { factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { accountId } = await factories(database).studio();
const { apply, projectId } = await newAppliedProject(database, accountId, 'jenkins');

const NOW = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;

/** The times that a CI script reports for a build, by its own clock; null means the time of receipt. */
const reportedTimes = {
  'without times': [null, null, null],
  'with an end before the start was received': [null, null, NOW - 50 * MINUTE_MS],
  'with times of long ago': [null, NOW - 60 * MINUTE_MS, NOW - 50 * MINUTE_MS],
} as const;

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const log = (content: string) => ({ content, truncated: false });
const reports: readonly Partial<BuildReport>[] = [
  { status: 'queued' },
  { status: 'building', log: log('Started by timer'), commitHash: 'a'.repeat(40), branch: 'early' },
  { status: 'failed', log: log('error C2065'), commitHash: 'b'.repeat(40), branch: 'final' },
];

let builds = 0;

describe.each(Object.entries(reportedTimes))('a build reported %s', (_name, times) => {
  it.each(ORDERS)('has the log and commit of its final report, in the order %i %i %i', async (...order) => {
    builds += 1;
    const buildNumber = String(builds);
    for (const [place, which] of order.entries()) {
      const receivedAt = NOW + place * 1_000;
      const operation: BuildReport = {
        kind: 'build_report',
        jobName: 'Harbor',
        buildNumber,
        attempt: 1,
        originalStatus: null,
        status: null,
        ...reports[which],
        reportedAt: times[which] ?? receivedAt,
      };
      await apply([{ key: `${buildNumber} ${which}`, receivedAt, operations: [operation] }]);
    }
    const run = await database.prisma.buildRun.findFirstOrThrow({
      where: { projectId, buildNumber },
      include: { log: true },
    });
    expect(run).toMatchObject({
      status: 'failed',
      commitHash: 'b'.repeat(40),
      branch: 'final',
      log: { content: 'error C2065', final: true },
    });
  });
});
