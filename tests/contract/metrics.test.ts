import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** A project without other rows, and a function that reads its metrics. */
async function startProject() {
  const own = await make.project(api.accountId);
  const read = async (query = '') => (await api.get(`/v1/projects/${own.id}/metrics${query}`)).body;
  return { own, read };
}

describe('GET /v1/projects/:project_id/metrics', () => {
  it('200: a project without data has zero counts and null measurements', async () => {
    const { read } = await startProject();
    expect(await read()).toEqual({
      days: 30,
      builds: {
        total: 0,
        passed: 0,
        failed: 0,
        cancelled: 0,
        success_rate: null,
        median_duration_seconds: null,
        p95_duration_seconds: null,
      },
      changes: { total: 0, authors: 0 },
      deployments: { total: 0, live: 0, rejected: 0, rolled_back: 0, per_week: 0 },
      lead_time_seconds: null,
      change_failure_rate: null,
      time_to_restore_seconds: null,
      tests: { runs: 0, pass_rate: null, flaky_share: null, seconds_lost_to_flakes: 0 },
    });
  });

  it('200: measures tests, without runs that the infrastructure made fail', async () => {
    const { own, read } = await startProject();
    const tested = (fields: object) => make.testRun(own, { startedAt: hoursAgo(1), ...fields });
    await tested({ passed: 97, failed: 3, flaky: 1, retried: 2, durationMs: 600_000 });
    await tested({ passed: 98, failed: 2, flaky: 2, durationMs: 90_500 });
    await tested({ passed: 0, failed: 100, isInfrastructure: true, durationMs: 5_000 });
    await tested({ passed: 1, failed: 99, startedAt: hoursAgo(31 * 24) });
    expect((await read()).tests).toEqual({
      runs: 2,
      pass_rate: 0.975,
      flaky_share: 0.025,
      seconds_lost_to_flakes: 90.5,
    });
  });

  it('200: counts builds, and measures the duration of those that passed or failed', async () => {
    const { own, read } = await startProject();
    const finished = (status: string, durationSeconds: number) => make.buildRun(own, { status, durationSeconds });
    for (const seconds of [10, 20, 30]) await finished('completed', seconds);
    await make.buildRun(own, { status: 'failed', startedAt: hoursAgo(2), finishedAt: hoursAgo(1) });
    await finished('cancelled', 99_999);
    await finished('passed_pending_approval', 20);
    await make.buildRun(own, { status: 'building' });
    // Impossible durations are not measured.
    await make.buildRun(own, { status: 'completed', durationSeconds: 2_147_483_647 });
    await make.buildRun(own, { status: 'completed', startedAt: hoursAgo(24 * 31), finishedAt: hoursAgo(1) });
    await make.buildRun(own, { status: 'completed', startedAt: hoursAgo(1), finishedAt: hoursAgo(2) });
    const { builds } = await read();
    expect(builds).toMatchObject({ total: 10, passed: 7, failed: 1, cancelled: 1, success_rate: 0.875 });
    // 10, 20, 20, 30 and 3600: the 95th percentile is close to the longest.
    expect(builds.median_duration_seconds).toBe(20);
    expect(builds.p95_duration_seconds).toBeGreaterThan(2_000);
  });

  it('200: counts changes that are not orphaned, and each author once, however the name is written', async () => {
    const { own, read } = await startProject();
    const { userId } = api;
    await make.change(own, { author: 'Ana', authorUid: 'ana', authorUserId: userId });
    await make.change(own, { author: 'Ana Sousa', authorUid: 'ana.sousa', authorUserId: userId });
    await make.change(own, { author: 'Ben', authorUid: 'ben' });
    await make.change(own, { author: 'Ben K.', authorUid: 'ben' });
    await make.change(own, { author: '' });
    await make.change(own, { author: 'Gone', orphanedAt: new Date() });
    expect((await read()).changes).toEqual({ total: 5, authors: 2 });
  });

  it('200: counts deployments; the failure rate covers those that ended in the period', async () => {
    const { own, read } = await startProject();
    for (const status of ['live', 'live', 'rejected', 'rolled_back', 'in_review', 'pending', 'approved'])
      await make.deployment(own, { status });
    await make.deployment(own, { status: 'live', liveAt: hoursAgo(24 * 15), createdAt: hoursAgo(24 * 16) });
    const { deployments, change_failure_rate: failureRate } = await read('?days=14');
    expect(deployments).toEqual({ total: 7, live: 2, rejected: 1, rolled_back: 1, per_week: 3.5 });
    expect(failureRate).toBe(0.5);
  });

  it('200: measures lead time from a change to its first live deployment, through the build or the commit', async () => {
    const { own, read } = await startProject();
    const live = (liveHoursAgo: number, fields: object) =>
      make.deployment(own, { status: 'live', liveAt: hoursAgo(liveHoursAgo), ...fields });
    const byCommit = await make.change(own, { identifier: 'aaa', timestamp: hoursAgo(12) });
    const run = await make.buildRun(own, { commitHash: byCommit.identifier });
    await live(10, { buildRunId: run.id });
    await live(1, { buildRunId: run.id, platform: 'custom' });
    await make.change(own, { identifier: '4711', timestamp: hoursAgo(12) });
    const byChangelist = await make.buildRun(own, { changelist: '4711' });
    await live(8, { buildRunId: byChangelist.id });
    await make.change(own, { identifier: 'bbb', timestamp: hoursAgo(12) });
    await live(2, { commitHash: 'bbb' });
    // Not measured: a deployment that never went live, one without a known change, one older than its change.
    await make.deployment(own, { commitHash: 'aaa', status: 'submitted' });
    await live(1, { commitHash: 'unknown' });
    await make.change(own, { identifier: 'ccc', timestamp: hoursAgo(1) });
    await live(3, { commitHash: 'ccc' });
    // 2, 4 and 10 hours.
    expect((await read()).lead_time_seconds).toBeCloseTo(4 * 3_600, -2);
  });

  it('200: measures time to restore from the first failed build of an outage to the next passing build', async () => {
    const { own, read } = await startProject();
    const build = (jobName: string, status: string, finishedHoursAgo: number) =>
      make.buildRun(own, { jobName, status, finishedAt: hoursAgo(finishedHoursAgo) });
    await build('Win64', 'failed', 20);
    await build('Win64', 'failed', 19);
    await build('Win64', 'failed', 18.5);
    await build('Win64', 'completed', 18);
    await build('Win64', 'completed', 1);
    await build('PS5', 'completed', 19);
    await build('PS5', 'failed', 10);
    await build('PS5', 'completed', 6);
    await build('Switch', 'failed', 2);
    const elsewhere = { jobName: 'Switch', integrationId: 2_000 };
    await make.buildRun(own, { ...elsewhere, status: 'completed', finishedAt: hoursAgo(1) });
    // 2 and 4 hours. The last outage was never restored: the job with the same name belongs to another tool.
    expect((await read()).time_to_restore_seconds).toBeCloseTo(3 * 3_600, -2);
  });

  it('200: covers only the requested days and the rows of the project', async () => {
    const { own, read } = await startProject();
    const { own: other } = await startProject();
    for (const target of [own, other]) {
      await make.buildRun(target, { createdAt: hoursAgo(36), finishedAt: hoursAgo(36), status: 'failed' });
      await make.change(target, { timestamp: hoursAgo(36) });
      await make.deployment(target, { createdAt: hoursAgo(36) });
    }
    const counts = ({ builds, changes, deployments }: Awaited<ReturnType<typeof read>>) => [
      builds.total,
      changes.total,
      deployments.total,
    ];
    expect(counts(await read('?days=1'))).toEqual([0, 0, 0]);
    expect(counts(await read('?days=2'))).toEqual([1, 1, 1]);
    expect((await read('?days=9999')).days).toBe(90);
  });

  it('422: a malformed or unknown parameter', async () => {
    await expectRefusals(api, `/v1/projects/${api.project.id}/metrics`, [
      ['days=0', 'invalid_parameter'],
      ['days=-1', 'invalid_parameter'],
      ['days=1.5', 'invalid_parameter'],
      ['days=', 'invalid_parameter'],
      ['days=week', 'invalid_parameter'],
      ['days[]=1', 'invalid_parameter_type'],
      ['limit=5', 'unknown_parameter'],
    ]);
  });
});
