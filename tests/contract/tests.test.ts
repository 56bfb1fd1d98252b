import { beforeEach, describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals } from './refusals.js';
import { result, testedProject } from './tested-project.js';

const api = await startApi();
const { accountId, make } = api;
const { prisma } = api.database;

let tested: Awaited<ReturnType<typeof testedProject>>;
beforeEach(async () => {
  tested = await testedProject(api);
});

const ofBuild = (id: string, query = '') => tested.pathOf(`/build_runs/${id}/tests${query}`);
const gateOf = (id: string, query = '') => tested.pathOf(`/build_runs/${id}/test_gate${query}`);
const testsPath = (rest = '') => tested.pathOf(`/tests${rest}`);

const namesOf = ({ tests }: { tests: { name: string }[] }) => tests.map(({ name }) => name);

describe('GET …/build_runs/:build_run_id/tests', () => {
  it('200: counts all tests and lists failures first, without addresses', async () => {
    const earlier = [result('known', 'failed'), result('fresh', 'passed'), result('wobbles', 'failed')];
    await tested.testedBuild(earlier);
    await tested.judgeAs('wobbles', 'flaky', 0.05);
    const build = await tested.testedBuild([
      result('passes', 'passed'),
      result('skips', 'skipped'),
      result('retries', 'failed', 'passed'),
      result('wobbles', 'failed'),
      result('known', 'failed'),
      result('fresh', 'error'),
    ]);
    const { status, body } = await api.get(ofBuild(build));
    expect(status).toBe(200);
    expect(body.summary).toEqual({
      total: 6,
      passed: 2,
      failed: 2,
      errored: 1,
      skipped: 1,
      flaky: 1,
      muted: 0,
      new_failures: 1,
    });
    expect(namesOf(body)).toEqual(['fresh', 'known', 'wobbles', 'skips', 'passes', 'retries']);
    expect(body.tests[0]).toEqual({
      id: await tested.idOf('fresh'),
      suite: 'PlayMode',
      path: 'Harbor.Quay',
      name: 'fresh',
      variant: '',
      status: 'errored',
      duration_ms: 12,
      message: 'fresh failed for ada',
      verdict: 'passing',
      muted: false,
    });
    expect([body.next_cursor, body.has_more]).toEqual([null, false]);
  });

  it('200: filters by status and suite, and pages without repeating a test', async () => {
    const build = await tested.testedBuild(['a', 'b', 'c', 'd'].map((name) => result(name, 'failed')));
    await tested.addRun(build, [result('e', 'failed'), result('f', 'passed')], { suite: 'EditMode' });
    expect(namesOf((await api.get(ofBuild(build, '?suite=EditMode'))).body)).toEqual(['e', 'f']);
    expect(namesOf((await api.get(ofBuild(build, '?status=passed'))).body)).toEqual(['f']);
    const first = (await api.get(ofBuild(build, '?status=failed&limit=3'))).body;
    expect([namesOf(first), first.has_more]).toEqual([['a', 'b', 'c'], true]);
    const rest = `?status=failed&limit=3&cursor=${first.next_cursor}`;
    expect(namesOf((await api.get(ofBuild(build, rest))).body)).toEqual(['d', 'e']);
    const foreign = await api.get(ofBuild(build, `?status=passed&cursor=${first.next_cursor}`));
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_cursor']);
  });

  it('200: a build without results has none; the same test counts once for each variant', async () => {
    const { id } = await make.buildRun(tested.project);
    expect((await api.get(ofBuild(String(id)))).body).toMatchObject({ summary: { total: 0 }, tests: [] });
    const build = await tested.testedBuild([result('docks', 'passed')], { platform: 'Win64' });
    await tested.addRun(build, [result('docks', 'failed')], { platform: 'PS5' });
    const { body } = await api.get(ofBuild(build));
    expect(body.tests.map(({ variant, status }: Record<string, string>) => [variant, status])).toEqual([
      ['PS5', 'failed'],
      ['Win64', 'passed'],
    ]);
  });

  it('403, 404 and 422: without the scope, of another project or account, and with a wrong filter', async () => {
    const build = await tested.testedBuild([result('a', 'passed')]);
    const scoped = await api.get(ofBuild(build), await api.tokenWithout('read:builds'));
    expect([scoped.status, scoped.body.required_scope]).toEqual([403, 'read:builds']);
    const sibling = await make.project(accountId);
    const stranger = await make.apiToken((await make.studio()).userId);
    await expectAbsent([
      api.get(`/v1/projects/${sibling.id}/build_runs/${build}/tests`),
      api.get(ofBuild(build), stranger.token),
      api.get(ofBuild('999999999')),
      api.get(ofBuild('x')),
      api.get(gateOf(build), stranger.token),
    ]);
    await expectRefusals(api, ofBuild(build), [
      ['status=muted', 'invalid_status'],
      ['verdict=flaky', 'unknown_parameter'],
      ['limit=0', 'invalid_parameter'],
    ]);
  });
});

describe('GET …/build_runs/:build_run_id/test_gate', () => {
  it('200: passes if every failure is muted or known to be flaky', async () => {
    await tested.testedBuild([result('wobbles', 'passed')]);
    await tested.judgeAs('wobbles', 'flaky', 0.05);
    const build = await tested.testedBuild([result('wobbles', 'failed'), result('hangs', 'failed')]);
    const { body: shut } = await api.get(gateOf(build));
    expect([shut.passed, shut.reasons, namesOf({ tests: shut.failures })]).toEqual([
      false,
      ['1 test failed that is neither muted nor known to be flaky.'],
      ['hangs'],
    ]);
    await api.post(testsPath(`/${await tested.idOf('hangs')}/mute`), {
      reason: 'Repair',
      owner_user_id: tested.memberId,
    });
    const { body: open } = await api.get(gateOf(build));
    expect(open).toMatchObject({ passed: true, reasons: [], failures: [] });
    expect([namesOf({ tests: open.muted }), namesOf({ tests: open.flaky })]).toEqual([['hangs'], ['wobbles']]);
    const { body: counted } = await api.get(ofBuild(build));
    expect(counted.summary).toMatchObject({ failed: 2, flaky: 1, muted: 1, new_failures: 0 });
  });

  it('200: does not pass without results, nor without a suite that must have reported', async () => {
    const { id } = await make.buildRun(tested.project);
    const { body: none } = await api.get(gateOf(String(id)));
    expect([none.passed, none.reasons]).toEqual([false, ['No test results have been reported for this build.']]);
    const build = await tested.testedBuild([result('a', 'passed')]);
    expect((await api.get(gateOf(build, '?suites=PlayMode'))).body.passed).toBe(true);
    const { body: missing } = await api.get(gateOf(build, '?suites=PlayMode,%20Smoke'));
    expect([missing.passed, missing.reasons]).toEqual([false, ['The suite “Smoke” has not reported yet.']]);
  });

  it('200: names suites that the build’s reports expect, and that crashed half an hour after its end', async () => {
    const build = await tested.testedBuild([result('a', 'passed')]);
    const update = (finishedAt: Date | null) =>
      prisma.buildRun.update({
        where: { id: BigInt(build) },
        data: { expectedSuites: ['PlayMode', 'Smoke'], finishedAt },
      });
    const reasons = async () => (await api.get(gateOf(build))).body.reasons;
    await update(null);
    expect(await reasons()).toEqual(['The suite “Smoke” has not reported yet.']);
    await update(new Date(Date.now() - 31 * 60_000));
    const crashed = 'The suite “Smoke” crashed: it has not reported within 30 minutes of the build’s end.';
    expect(await reasons()).toEqual([crashed]);
    await tested.addRun(build, [result('b', 'passed')], { suite: 'Smoke' });
    expect(await reasons()).toEqual([]);
  });

  it('200: allows as many flaky failures as the project, and no mute on branches where mutes do not count', async () => {
    await tested.testedBuild([result('wobbles', 'passed')]);
    await tested.judgeAs('wobbles', 'flaky', 0.05);
    const build = await tested.testedBuild([result('wobbles', 'failed'), result('hangs', 'failed')]);
    const mute = { reason: 'Repair', owner_user_id: tested.memberId };
    await api.post(testsPath(`/${await tested.idOf('hangs')}/mute`), mute);
    const reasons = async () => (await api.get(gateOf(build))).body.reasons;
    const set = (data: { maxFlakyFailures?: number; unmutedBranches?: string[] }) =>
      prisma.project.update({ where: { id: tested.project.id }, data });
    expect(await reasons()).toEqual([]);
    await set({ maxFlakyFailures: 0 });
    expect(await reasons()).toEqual(['1 test known to be flaky failed; the project allows 0.']);
    await set({ maxFlakyFailures: 1, unmutedBranches: ['release/*', 'MA*'] });
    expect(await reasons()).toEqual(['1 test failed that is neither muted nor known to be flaky.']);
    const { body } = await api.get(ofBuild(build));
    expect(body.summary).toMatchObject({ flaky: 1, muted: 0, new_failures: 1 });
  });
});

describe('GET …/tests', () => {
  it('200: lists, filters, searches and pages the tests of the project', async () => {
    await tested.testedBuild(['Docks', 'Sails', 'Sinks', 'Wobbles_50%'].map((name) => result(name, 'passed')));
    await tested.judgeAs('Sinks', 'broken');
    await tested.judgeAs('Wobbles_50%', 'flaky', 0.0512345);
    const sibling = await make.project(accountId);
    expect((await api.get(`/v1/projects/${sibling.id}/tests`)).body.tests).toEqual([]);
    const found = async (query: string) => namesOf((await api.get(testsPath(query))).body).toSorted();
    expect(await found('')).toEqual(['Docks', 'Sails', 'Sinks', 'Wobbles_50%']);
    expect(await found('?verdict=broken')).toEqual(['Sinks']);
    expect(await found('?verdict=passing')).toEqual(['Docks', 'Sails']);
    expect(await found('?q=quay.s')).toEqual(['Sails', 'Sinks']);
    expect(await found('?q=s_50%25')).toEqual(['Wobbles_50%']);
    expect(await found('?suite=EditMode')).toEqual([]);
    const first = (await api.get(testsPath('?limit=3'))).body;
    const rest = await found(`?limit=3&cursor=${first.next_cursor}`);
    expect([first.has_more, [...namesOf(first), ...rest].toSorted()]).toEqual([true, await found('')]);
    expect((await api.get(testsPath('?verdict=flaky'))).body.tests).toEqual([
      {
        id: await tested.idOf('Wobbles_50%'),
        suite: 'PlayMode',
        path: 'Harbor.Quay',
        name: 'Wobbles_50%',
        verdict: 'flaky',
        flake_rate: 0.0512,
        last_status: 'passed',
        last_run_at: expect.any(String),
        owner_user_id: null,
        muted_until: null,
      },
    ]);
  });

  it('422: a verdict that does not exist', () =>
    expectRefusals(api, testsPath(), [['verdict=red', 'invalid_parameter']]));
});

describe('GET …/tests/:test_id', () => {
  it('200: shows verdict, history and failures of each variant', async () => {
    const earlier = await tested.testedBuild([result('sails', 'passed')]);
    const later = await tested.testedBuild([result('sails', 'failed', 'failed')]);
    await tested.judgeAs('sails', 'flaky', 0.02);
    const { body } = await api.get(testsPath(`/${await tested.idOf('sails')}`));
    expect(body).toMatchObject({ verdict: 'flaky', last_status: 'failed', mute_reason: null });
    const [variant] = body.variants;
    expect(variant).toMatchObject({ variant: '', verdict: 'flaky', since: '2026-11-01T08:00:00.000Z' });
    expect(variant.explanation).toContain('7 of 400 runs');
    const runs = variant.history as { build_run_id: string; status: string; retried: boolean }[];
    expect(runs.map((run) => [run.build_run_id, run.status, run.retried])).toEqual([
      [later, 'failed', true],
      [earlier, 'passed', false],
    ]);
    expect(body.failures).toHaveLength(2);
    expect(body.failures[0]).toMatchObject({
      build_run_id: later,
      attempt: 2,
      message: 'sails failed for ada',
      file: 'Assets/Quay.cs',
      line: 7,
    });
  });

  it('404: of another project or account, or none', async () => {
    await tested.testedBuild([result('a', 'passed')]);
    const id = await tested.idOf('a');
    const sibling = await make.project(accountId);
    const stranger = await make.apiToken((await make.studio()).userId);
    await expectAbsent([
      api.get(`/v1/projects/${sibling.id}/tests/${id}`),
      api.get(testsPath(`/${id}`), stranger.token),
      api.get(testsPath('/999999999')),
      api.get(testsPath('/a')),
      api.post(`/v1/projects/${sibling.id}/tests/${id}/mute`, { reason: 'x', owner_user_id: tested.memberId }),
    ]);
  });
});
