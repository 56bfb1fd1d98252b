import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { testProxy } from '@slipway/testing';
import { result, testedProject } from '../../contract/tested-project.js';
import { startService } from '../service.js';
import { commandLine } from './command-line.js';

const service = await startService({ GENERAL_RATE_LIMIT: '1000000' });
const { make, database } = service;
const { prisma } = database;
const { accountId, userId } = await make.studio();
const { token } = await make.apiToken(userId);
const proxy = await testProxy(service.apiUrl);

let tested: Awaited<ReturnType<typeof testedProject>>;
let cli: Awaited<ReturnType<typeof commandLine>>;
beforeEach(async () => {
  tested = await testedProject({ accountId, database, make });
  const { name } = await prisma.project.findUniqueOrThrow({ where: { id: tested.project.id } });
  const env = { SLIPWAY_HOST: proxy.url.replace(/\/$/, ''), SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: name };
  cli = await commandLine(env);
});

const gate = (...args: string[]) => cli.slipway(['test', 'gate', ...args]);
const inFolder = (name: string) => join(cli.home, name);

const HARBOR = { path: 'Harbor.Quay' };
const junit = (...names: readonly string[]) =>
  `<testsuite>${names.map((name) => `<testcase classname="${HARBOR.path}" name="${name}"><failure message="no"/></testcase>`).join('')}<testcase classname="Harbor" name="fine"/></testsuite>`;

/** A build with failures of a flaky and a muted test, and of others. */
async function judgedBuild(...others: readonly string[]): Promise<string> {
  const failures = ['wobbles', 'hangs', ...others].map((name) => result(name, 'failed'));
  const build = await tested.testedBuild([result('fine', 'passed'), ...failures]);
  // The worker would judge them by this one run.
  await prisma.testRun.updateMany({ where: { projectId: tested.project.id }, data: { judgeAfter: null } });
  await tested.judgeAs('wobbles', 'flaky', 0.07);
  const muted = [
    'mute',
    await tested.idOf('hangs'),
    '--reason',
    'Waits for Ada',
    '--owner',
    `user:${tested.memberId}`,
  ];
  expect((await cli.slipway(['test', ...muted])).out).toMatch(/^Harbor\.Quay\.hangs is muted until 20\S+Z\.\n$/);
  return build;
}

describe('slipway test gate', () => {
  it('exits with 0 if every failure is muted or flaky, and names them', async () => {
    const build = await judgedBuild();
    const { code, out, err } = await gate(build);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^title:\tThe tests let the build pass\nfailures:\t0\nmuted:\t1\nflaky:\t1\nsource:\tservice\n/,
    );
    expect(out).toContain('PlayMode  Harbor.Quay.hangs  hangs failed for');
  });

  it('exits with 3 if another test failed, if there are no results, or if a suite has not reported', async () => {
    const build = await judgedBuild('sinks');
    const failed = await gate(build, '--json', 'passed,reasons,failures,source');
    expect([failed.code, failed.err]).toEqual([3, 'error: The tests do not let the build pass.\n']);
    expect(JSON.parse(failed.out)).toMatchObject({
      passed: false,
      failures: [{ name: 'sinks' }],
      source: 'service',
    });
    const { id } = await make.buildRun(tested.project);
    expect(await gate(String(id))).toMatchObject({
      code: 3,
      out: expect.stringContaining('No test results have been reported'),
    });
    const green = await tested.testedBuild([result('fine', 'passed')]);
    expect((await gate(green, '--suite', 'PlayMode')).code).toBe(0);
    expect(await gate(green, '--suite', 'PlayMode,EditMode')).toMatchObject({
      code: 3,
      out: expect.stringContaining('The suite “EditMode” has not reported yet.'),
    });
  });

  it('asks about the build that the CI system runs, and about no other', async () => {
    const id = BigInt(await tested.testedBuild([result('fine', 'passed')]));
    const { jobName, buildNumber } = await prisma.buildRun.findUniqueOrThrow({ where: { id } });
    const env = { JOB_NAME: jobName, BUILD_NUMBER: buildNumber };
    expect(await cli.slipway(['test', 'gate'], { env })).toMatchObject({ code: 0, err: '' });
    expect(await gate()).toMatchObject({ code: 1, err: expect.stringContaining('Name the build') });
  });

  it('waits for results, and no longer than asked', async () => {
    const { id } = await make.buildRun(tested.project);
    const waiting = gate(String(id), '--suite', 'PlayMode', '--wait', '60');
    await tested.addRun(String(id), [result('fine', 'passed')]);
    expect((await waiting).code).toBe(0);
    const start = Date.now();
    expect((await gate(String(id), '--suite', 'EditMode', '--wait', '1')).code).toBe(3);
    expect(Date.now() - start).toBeLessThan(10_000);
  });
});

describe('slipway test gate --files, while the service cannot be reached', () => {
  async function unreachable<T>(run: () => Promise<T>): Promise<T> {
    proxy.cut();
    try {
      return await run();
    } finally {
      proxy.restore();
    }
  }
  const args = ['--suite', 'PlayMode', '--files', 'out-*.xml*'];

  it('judges local reports by the tests that it last knew, and says so', async () => {
    const build = await judgedBuild();
    expect((await gate(build, ...args)).code).toBe(0);
    await writeFile(inFolder('out-1.xml'), junit('wobbles', 'hangs'));
    await writeFile(inFolder('out-2.xml.gz'), gzipSync(junit('wobbles')));
    await unreachable(async () => {
      const passed = await gate(build, ...args);
      expect(passed).toMatchObject({ code: 0, out: expect.stringContaining('source:\tlocal files\n') });
      expect(passed.err).toMatch(
        /^The service did not answer: .*\nJudged by 2 local files and the muted and flaky tests known just now \(20\S+Z\)\.\n$/,
      );
      await writeFile(inFolder('out-3.xml'), junit('sinks'));
      const failed = await gate(build, ...args, '--json', 'reasons,failures,known_tests_at');
      expect(failed.code).toBe(3);
      expect(JSON.parse(failed.out)).toMatchObject({
        reasons: ['1 test failed that is neither muted nor known to be flaky.'],
        failures: [{ suite: 'PlayMode', path: 'Harbor.Quay', name: 'sinks', message: 'no' }],
        known_tests_at: expect.any(String),
      });
    });
  });

  it('obeys the rule of the project that it last knew', async () => {
    const build = await judgedBuild();
    const rule = { maxFlakyFailures: 0, unmutedBranches: ['release/*'] };
    await prisma.project.update({ where: { id: tested.project.id }, data: rule });
    await gate(build);
    const reasonsOn = async (branch: string) => {
      await writeFile(inFolder('out-1.xml'), junit('wobbles', 'hangs'));
      const env = { BUILDKITE: 'true', BUILDKITE_BRANCH: branch };
      const { out } = await cli.slipway(['test', 'gate', build, ...args, '--json', 'reasons'], { env });
      return JSON.parse(out).reasons;
    };
    const flaky = '1 test known to be flaky failed; the project allows 0.';
    await unreachable(async () => {
      expect(await reasonsOn('main')).toEqual([flaky]);
      const failed = '1 test failed that is neither muted nor known to be flaky.';
      expect(await reasonsOn('release/2')).toEqual([failed, flaky]);
    });
  });

  it('does not pass without the list, with an old one, without a suite, or with a damaged file', async () => {
    const build = await judgedBuild();
    await writeFile(inFolder('out-1.xml'), junit('wobbles'));
    const none = await unreachable(() => gate(build, ...args));
    expect(none).toMatchObject({ code: 3, err: expect.stringContaining('There is no stored list') });
    expect((await gate(build)).code).toBe(0);
    await unreachable(async () => {
      expect(await gate(build, ...args)).toMatchObject({ code: 0 });
      const others = ['--suite', 'PlayMode,EditMode', '--files', 'PlayMode=out-*.xml'];
      expect(await gate(build, ...others)).toMatchObject({
        code: 3,
        out: expect.stringContaining('“EditMode” has not reported'),
      });
      expect((await gate(build, '--suite', 'A,B', '--files', 'out-*.xml')).err).toContain('names no suite');
      await writeFile(inFolder('out-2.xml'), junit('wobbles').slice(0, 60));
      expect(await gate(build, ...args)).toMatchObject({ code: 3, out: expect.stringContaining('out-2.xml: ') });
      expect((await gate(build, '--files', 'none-*.xml')).code).toBe(1);
      const folder = join(cli.settings.XDG_STATE_HOME, 'slipway', 'tests');
      const [name = ''] = await readdir(folder);
      const known = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const read_at = new Date(Date.now() - 8 * 86_400_000).toISOString();
      await writeFile(join(folder, name), JSON.stringify({ ...known, read_at }));
      expect(await gate(build, ...args)).toMatchObject({
        code: 3,
        err: expect.stringContaining('older than 7 days'),
      });
    });
  });

  it('is not used for anything else that goes wrong', async () => {
    await writeFile(inFolder('out-1.xml'), junit());
    const refused = await cli.slipway(['test', 'gate', '1', ...args], { env: { SLIPWAY_TOKEN: 'a'.repeat(43) } });
    expect(refused.code).toBe(4);
    expect((await gate('999999', ...args)).code).toBe(1);
  });
});

it('slipway test unmute ends a mute; mute explains who may own a test', async () => {
  const build = await judgedBuild();
  const id = await tested.idOf('hangs');
  expect((await cli.slipway(['test', 'unmute', id])).out).toBe('Harbor.Quay.hangs is not muted.\n');
  expect((await gate(build)).code).toBe(3);
  const mute = (...more: string[]) => cli.slipway(['test', 'mute', id, '--reason', 'Again', ...more]);
  expect((await mute('--owner', 'Ada')).err).toContain('"Ada" is not a person.');
  expect((await mute('--owner', 'none')).err).toContain('A muted test has an owner.');
  const listed = await cli.slipway(['test', 'flaky', '--json', 'name,flake_rate']);
  expect(JSON.parse(listed.out)).toEqual([{ name: 'wobbles', flake_rate: 0.07 }]);
});
