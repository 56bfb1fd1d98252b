import { describe, expect, it } from '@jest/globals';
import type { FindingVerdict } from '@slipway/contracts';
import { serveConsole } from './served-console.js';

const { make, accountId, project, owner, outsider, database } = await serveConsole();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Noon some days ago: in the last seven days up to five, and in the seven days before from eight to twelve. */
const noon = (daysAgo: number, minutes = 0) => new Date(TODAY + (0.5 - daysAgo) * DAY_MS + minutes * MINUTE_MS);
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** A project without other rows, and functions that read its metrics of seven days. */
async function startProject() {
  const own = await make.project(accountId);
  const call = async (path: string) => (await owner.browser.call('GET', `/projects/${own.id}/${path}`)).body;
  return {
    own,
    read: (zone = 'UTC') => call(`metrics?days=7&time_zone=${zone}`),
    readJob: (query = '') => call(`metrics/job?days=7${query}`),
    readTests: (query = '') => call(`metrics/tests?days=7&time_zone=UTC${query}`),
    async build(jobName: string, status: string, at: Date, fields: object = {}) {
      const times = { createdAt: at, startedAt: at, finishedAt: at, durationSeconds: 100 };
      return make.buildRun(own, { jobName, status, ...times, ...fields });
    },
  };
}

describe('GET /console/api/projects/:project_id/metrics', () => {
  it('a project without data has zero counts, null measurements and no rows', async () => {
    const { read } = await startProject();
    const none = { live: 0, failed: 0, finished: 0, lead_seconds: null };
    expect(await read()).toEqual({
      days: 7,
      deployments: { now: none, before: none, by_day: [], rows: [] },
      outages: {
        now: { restored: 0, seconds: null },
        before: { restored: 0, seconds: null },
        by_day: [],
        rows: [],
      },
      flaky_jobs: [],
      flaky_since: null,
      judged_findings: [],
    });
  });

  it('measures ended deployments by the day on which they ended, in the period and in the one before', async () => {
    const { own, read } = await startProject();
    const deploy = (status: string, daysAgo: number, fields: object = {}) =>
      make.deployment(own, { status, statusAt: noon(daysAgo), createdAt: noon(daysAgo + 30), ...fields });
    await deploy('live', 2, { liveAt: noon(2) });
    await deploy('rejected', 2);
    // Went live five days ago and was rolled back since.
    await deploy('rolled_back', 1, { liveAt: noon(5) });
    await deploy('live', 9, { liveAt: noon(9) });
    await deploy('in_review', 2);
    const { deployments } = await read();
    expect(deployments.now).toMatchObject({ live: 2, failed: 2, finished: 3 });
    expect(deployments.before).toMatchObject({ live: 1, failed: 0, finished: 1 });
    expect(deployments.by_day).toMatchObject([
      { day: dayOf(noon(9)), live: 1, failed: 0 },
      { day: dayOf(noon(5)), live: 1, failed: 1 },
      { day: dayOf(noon(2)), live: 1, failed: 1, finished: 2 },
    ]);
    expect(deployments.rows).toHaveLength(3);
  });

  it("measures days in the reader's time zone", async () => {
    const { own, read, readJob, build } = await startProject();
    // Half past eight in the evening in UTC is the next morning in Tokyo.
    const evening = new Date(noon(3).getTime() + 8.5 * 60 * MINUTE_MS);
    await make.deployment(own, { status: 'live', liveAt: evening, statusAt: evening });
    await build('game', 'failed', noon(4));
    await build('game', 'completed', evening);
    const dayIn = async (zone: string) =>
      [
        ...(await read(zone)).deployments.by_day,
        ...(await read(zone)).outages.by_day,
        ...(await readJob(`&time_zone=${zone}`)).by_day,
      ].map(({ day }: { day: string }) => day);
    expect(await dayIn('UTC')).toEqual(Array(3).fill(dayOf(noon(3))));
    expect(await dayIn('Asia/Tokyo')).toEqual(Array(3).fill(dayOf(noon(2))));
  });

  it('measures lead time once per change, to its first live deployment', async () => {
    const { own, read } = await startProject();
    const { identifier, id } = await make.change(own, { timestamp: noon(3) });
    const build = await make.buildRun(own, { changelist: identifier });
    const live = (minutes: number, platform: string) =>
      make.deployment(own, { status: 'live', liveAt: noon(3, minutes), buildRunId: build.id, platform });
    await live(60, 'steam');
    await live(600, 'custom');
    const { deployments } = await read();
    expect(deployments.now).toMatchObject({ live: 2, lead_seconds: 3_600 });
    expect(deployments.rows).toMatchObject([
      { platform: 'custom', lead_seconds: null, change_id: id },
      { platform: 'steam', lead_seconds: 3_600, change_id: id },
    ]);
  });

  it('an outage lasts from the first failure to the next pass, however many builds fail in between', async () => {
    const { read, build } = await startProject();
    const first = await build('Win64', 'failed', noon(3));
    await build('Win64', 'failed', noon(3, 30));
    await build('Win64', 'cancelled', noon(3, 40));
    await build('PS5', 'completed', noon(3, 45));
    const passed = await build('Win64', 'passed_pending_approval', noon(3, 60));
    await build('Win64', 'completed', noon(3, 90));
    const lasting = await build('PS5', 'failed', noon(2));
    await build('Win64', 'failed', noon(10));
    await build('Win64', 'completed', noon(10, 20));
    const { outages } = await read();
    expect(outages.now).toEqual({ restored: 1, seconds: 3_600 });
    expect(outages.before).toEqual({ restored: 1, seconds: 1_200 });
    expect(outages.by_day).toEqual([
      { day: dayOf(noon(10)), restored: 1, seconds: 1_200 },
      { day: dayOf(noon(3)), restored: 1, seconds: 3_600 },
    ]);
    expect(outages.rows).toMatchObject([
      { job: 'PS5', failed: { id: String(lasting.id) }, passed: null, restored_at: null },
      { job: 'Win64', failures: 2, failed: { id: String(first.id) }, passed: { id: String(passed.id) } },
    ]);
  });

  it('says how often people confirmed findings, by what the findings said', async () => {
    const { own, read } = await startProject();
    const { id: integrationId } = await make.integration(own, 'jenkins');
    const judge = async (confidence: number, verdict: FindingVerdict, daysAgo = 1) => {
      const { id: buildRunId } = await make.buildRun(own, { status: 'failed', integrationId });
      const of = {
        buildRunId,
        projectId: own.id,
        integrationId,
        jobKey: 'Harbor',
        category: 'compile',
        userId: 1,
      };
      await database.prisma.buildVerdict.create({
        data: {
          ...of,
          confidence,
          verdict,
          line: verdict === 'confirmed' ? 2 : 3,
          judgedLine: 2,
          judgedAt: noon(daysAgo),
        },
      });
    };
    await judge(0.95, 'confirmed');
    await judge(0.91, 'confirmed', 2);
    await judge(0.93, 'other_line');
    await judge(0.92, 'not_ours');
    await judge(0.9, 'other_line', 9);
    await judge(0.3, 'other_line');
    const { judged_findings: findings } = await read();
    expect(findings).toEqual([
      { said: expect.closeTo(0.93), judged: 3, confirmed: 2 },
      { said: 0.3, judged: 1, confirmed: 0 },
    ]);
  });

  it('a job is flaky if it failed and passed with the same commit or changelist, in at least five builds', async () => {
    const { read, build } = await startProject();
    const builds = async (job: string, results: readonly [status: string, fields: object][]) => {
      for (const [place, [status, fields]] of results.entries()) await build(job, status, noon(2, place), fields);
    };
    const passing = [1, 2, 3].map((n) => ['completed', { commitHash: `c${n}` }] as [string, object]);
    await builds('flaky', [['failed', { commitHash: 'aaa' }], ['completed', { commitHash: 'aaa' }], ...passing]);
    await builds('by changelist', [
      ['completed', { changelist: '7' }],
      ['failed', { changelist: '7' }],
      ...passing,
    ]);
    await builds('few', [
      ['failed', { commitHash: 'aaa' }],
      ['completed', { commitHash: 'aaa' }],
    ]);
    await builds('broken', [['failed', { commitHash: 'aaa' }], ['failed', { commitHash: 'aaa' }], ...passing]);
    await builds('no revision', [['failed', {}], ['completed', {}], ...passing]);
    const { flaky_jobs: flaky } = await read();
    const measured = { finished_builds: 5, repeated_revisions: 1, flaky_revisions: 1 };
    expect(flaky).toEqual([
      { job: 'by changelist', ...measured, last_revision: '7' },
      { job: 'flaky', ...measured, last_revision: 'aaa' },
    ]);
  });

  it('422: a period that is not a number, or an unknown time zone; 404: for a user outside the account', async () => {
    for (const path of [`/projects/${project.id}/metrics`, `/projects/${project.id}/metrics/job`]) {
      for (const query of ['days=x', 'time_zone=Nowhere/Sea'])
        expect((await owner.browser.call('GET', `${path}?${query}`)).status).toBe(422);
      expect((await outsider.browser.call('GET', path)).status).toBe(404);
    }
  });
});

describe('GET /console/api/projects/:project_id/metrics/job', () => {
  it('measures the passing builds of one job; short jobs do not change the median of another', async () => {
    const { readJob, build } = await startProject();
    const passed = (job: string, at: Date, durationSeconds: number) =>
      build(job, 'completed', at, { durationSeconds });
    for (const seconds of [600, 700, 800]) await passed('game', noon(2), seconds);
    await passed('game', noon(9), 500);
    await build('game', 'failed', noon(2), { durationSeconds: 1 });
    await build('game', 'cancelled', noon(2), { durationSeconds: 1 });
    for (const place of [1, 2]) await passed('lint', noon(1, place), 3);
    const { job, jobs, now, before, by_day: byDay } = await readJob();
    expect({ job, jobs }).toEqual({ job: 'game', jobs: ['game', 'lint'] });
    expect(now).toMatchObject({ builds: 3, p50_seconds: 700, p95_seconds: 790, queue_seconds: 0 });
    expect(before).toMatchObject({ builds: 1, p50_seconds: 500 });
    expect(byDay.map(({ day }: { day: string }) => day)).toEqual([dayOf(noon(9)), dayOf(noon(2))]);
    expect(await readJob('&job=lint')).toMatchObject({ job: 'lint', now: { builds: 2, p50_seconds: 3 } });
    expect(await readJob('&job=gone')).toMatchObject({ job: 'game' });
  });

  it('lists the chosen main job first', async () => {
    const { own, readJob, build } = await startProject();
    for (const place of [1, 2, 3]) await build('lint', 'completed', noon(1, place));
    await build('game', 'completed', noon(3));
    expect((await readJob()).job).toBe('lint');
    await database.prisma.project.update({ where: { id: own.id }, data: { mainJobName: 'game' } });
    expect(await readJob()).toMatchObject({ job: 'game', jobs: ['game', 'lint'] });
  });

  it('without builds there is no job to measure', async () => {
    const { readJob } = await startProject();
    expect(await readJob()).toMatchObject({
      job: null,
      jobs: [],
      now: { builds: 0, p50_seconds: null },
      by_day: [],
    });
  });
});

describe('GET /console/api/projects/:project_id/metrics/tests', () => {
  it('measures runs of suites by day, and lists those of the period or of one day', async () => {
    const { own, readTests } = await startProject();
    expect(await readTests()).toMatchObject({ now: { runs: 0 }, before: { runs: 0 }, by_day: [], rows: [] });
    await make.testRun(own, { startedAt: noon(1), passed: 9, failed: 1, durationMs: 60_000 });
    await make.testRun(own, { startedAt: noon(2), passed: 8, failed: 2, flaky: 2, durationMs: 30_000 });
    await make.testRun(own, { startedAt: noon(2, 5), passed: 10, durationMs: 1_000 });
    await make.testRun(own, { startedAt: noon(2, 9), failed: 10, isInfrastructure: true });
    await make.testRun(own, { startedAt: noon(9), passed: 9, failed: 1, retried: 1 });
    const { now, before, by_day: byDay, rows } = await readTests();
    expect(now).toEqual({ runs: 3, passed: 27, failed: 3, retried: 0, flaky: 2, lost_seconds: 30 });
    expect(before).toEqual({ runs: 1, passed: 9, failed: 1, retried: 1, flaky: 0, lost_seconds: 0 });
    expect(byDay).toMatchObject([
      { day: dayOf(noon(9)), runs: 1 },
      { day: dayOf(noon(2)), runs: 2, flaky: 2, lost_seconds: 30 },
      { day: dayOf(noon(1)), runs: 1, lost_seconds: 0 },
    ]);
    expect(rows).toMatchObject([
      { suite: 'PlayMode', variant: 'PS5', failed: 1, flaky: 0, lost_seconds: 0 },
      { failed: 2, flaky: 2, lost_seconds: 30 },
    ]);
    expect((await readTests(`&day=${dayOf(noon(2))}`)).rows).toHaveLength(1);
    expect((await readTests('&day=2020-01-01')).rows).toEqual([]);
  });
});
