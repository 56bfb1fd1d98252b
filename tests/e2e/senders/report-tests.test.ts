import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { commandLine } from '../cli/command-line.js';
import { startOtherServer } from '../cli/other-server.js';
import { PATIENT } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const env = { SLIPWAY_HOST: studio.host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins'), ...PATIENT };
const { slipway, home: folder } = await commandLine(env);

const junit = (suite: string, ...names: readonly string[]) =>
  `<testsuite name="${suite}">${names.map((name) => `<testcase classname="${suite}" name="${name}"/>`).join('')}</testsuite>`;

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** A build of the job Nightly that its tests can be reported for. */
async function startBuild(number: string): Promise<string> {
  await slipway(['report', 'build', '--job', 'Nightly', '--number', number, '--status', 'success', '--strict']);
  return (await studio.build(number, 'completed')).id;
}

describe('slipway report tests', () => {
  it('sends the files that patterns match, each once, with the build of the CI system', async () => {
    const build = await startBuild('12');
    await write('out/a/first.xml', junit('Quay', 'moors'));
    await write('out/b/second.xml', junit('Crane', 'lifts', 'turns'));
    await write('out/b/third [1].xml.gz', gzipSync(junit('Tide', 'rises')));
    const jenkins = { JOB_NAME: 'Nightly', BUILD_NUMBER: '12', GIT_COMMIT: 'unknown to the build' };
    const patterns = ['out/**/*.xml', 'out/a/first.xml', 'out/b/third [1].xml.gz', 'none/*.xml'];
    const variant = ['--platform', 'PS5', '--configuration', 'Shipping', '--tag', 'shard=1,2'];
    const args = ['report', 'tests', ...patterns, '--suite', 'EditMode', ...variant, '--strict'];
    expect(await slipway(args, { env: jenkins })).toEqual({
      code: 0,
      out: 'Reported test results of Nightly #12.\n',
      err: 'No file matches none/*.xml.\n',
    });
    const tests = await studio.tests(build, 4);
    expect(tests.map(({ path, name }) => `${path}.${name}`).toSorted()).toEqual([
      'Crane.lifts',
      'Crane.turns',
      'Quay.moors',
      'Tide.rises',
    ]);
    expect(tests[0]).toMatchObject({ suite: 'EditMode', variant: 'PS5, Shipping, shard=1,2' });
  });

  it('writes JSON', async () => {
    await startBuild('13');
    await write('one.xml', junit('Quay', 'moors at night'));
    const args = ['report', 'tests', 'one.xml', '--job', 'Nightly', '--number', '13'];
    const { code, out } = await slipway([...args, '--json', 'title,state,delivery_id,message']);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [
        {
          title: 'test results of Nightly #13',
          state: 'accepted',
          delivery_id: expect.any(String),
          message: null,
        },
      ],
    ]);
    const rejected = await slipway([
      'report',
      'tests',
      'one.xml',
      '--attempt',
      '0',
      '--commit',
      'abc',
      '--jq',
      '.[]',
    ]);
    expect(JSON.parse(rejected.out)).toMatchObject({ state: 'rejected', delivery_id: null });
  });

  it('sends more files than a request may have in several requests', async () => {
    const build = await startBuild('14');
    for (let index = 0; index < 201; index += 1) await write(`many/${index}.xml`, junit('Many', `test ${index}`));
    const args = ['report', 'tests', 'many/*.xml', '--job', 'Nightly', '--number', '14', '--strict'];
    expect(await slipway(args)).toMatchObject({
      code: 0,
      out: 'Reported test results of Nightly #14, part 1 of 2.\nReported test results of Nightly #14, part 2 of 2.\n',
    });
    await studio.tests(build, 201);
  });

  it('keeps results while the service is unreachable, and sends the same bytes later', async () => {
    const build = await startBuild('15');
    await write('late.xml', junit('Late', 'arrives'));
    studio.proxy.cut();
    try {
      const args = ['report', 'tests', 'late.xml', '--job', 'Nightly', '--number', '15'];
      const { code, err } = await slipway(args, { env: { SLIPWAY_TIMEOUT: '2' } });
      expect([code, err]).toEqual([0, expect.stringContaining('Kept for the next report')]);
    } finally {
      studio.proxy.restore();
    }
    expect(await slipway(['report', 'flush', '--strict'])).toMatchObject({
      code: 0,
      out: 'Reported test results of Nightly #15.\n',
    });
    expect(await studio.tests(build, 1)).toMatchObject([{ path: 'Late', name: 'arrives', status: 'passed' }]);
  });

  const named = ['--job', 'Nightly', '--number', '12'];

  it.each<[string, readonly string[], number, string]>([
    ['no file matches', ['out/*.trx', ...named], 1, 'There are no test reports.'],
    ['no build', ['one.xml'], 2, 'Name the build: --job with --number'],
    ['a job without a number', ['one.xml', '--job', 'Nightly'], 2, 'Name the build'],
    ['a wrong tag', ['one.xml', ...named, '--tag', 'shard'], 2, '--tag must be name=value.'],
    ['an unknown format', ['one.xml', ...named, '--format', 'tap'], 2, 'Allowed choices are'],
    ['an empty file', ['empty.xml', ...named], 1, 'empty.xml is empty'],
    [
      'a file that is no report',
      ['notes.txt', ...named],
      1,
      'notes.txt: The content is none of the test-report formats',
    ],
    [
      'another format',
      ['one.xml', ...named, '--format', 'trx'],
      1,
      '422 one.xml: The file is not Visual Studio TRX',
    ],
  ])('%s: explains it, and fails only if it is strict', async (_what, args, code, message) => {
    await write('one.xml', junit('Quay', 'moors'));
    await write('empty.xml', '');
    await write('notes.txt', 'all tests passed');
    const lenient = await slipway(['report', 'tests', ...args]);
    expect(lenient).toMatchObject({ code: 0, err: expect.stringContaining(message) });
    const strict = await slipway(['report', 'tests', ...args, '--strict']);
    expect(strict).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  it('counts the attempts of a job that Buildkite retries', async () => {
    const build = await startBuild('16');
    const buildkite = { BUILDKITE: 'true', BUILDKITE_PIPELINE_SLUG: 'Nightly', BUILDKITE_BUILD_NUMBER: '16' };
    await write('retry.xml', '<testsuite><testcase classname="A" name="b"><failure/></testcase></testsuite>');
    await slipway(['report', 'tests', 'retry.xml', '--strict'], {
      env: { ...buildkite, BUILDKITE_RETRY_COUNT: '0' },
    });
    await studio.tests(build, 1);
    await write('retry.xml', junit('A', 'b'));
    await slipway(['report', 'tests', 'retry.xml', '--strict'], {
      env: { ...buildkite, BUILDKITE_RETRY_COUNT: '1' },
    });
    const [test] = await studio.tests(build, 1, 'passed');
    expect((await studio.test(test?.id ?? '')).variants[0]?.history).toMatchObject([
      { status: 'passed', retried: true },
    ]);
  });

  it('refuses a file that no request can hold', async () => {
    await write('huge.xml', randomBytes(26 * 1024 * 1024));
    const { err } = await slipway(['report', 'tests', 'huge.xml', ...named]);
    expect(err).toContain('huge.xml is too large: a file may have 25 MiB when compressed.');
  });

  it('sends nothing to a server that is not Slipway, and keeps it', async () => {
    const { address } = await startOtherServer((_, response) => response.end('<html>Sign in</html>'));
    await write('other.xml', junit('Other', 'a'));
    const args = ['report', 'tests', 'other.xml', ...named, '--strict'];
    expect(await slipway(args, { env: { SLIPWAY_HOST: address } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('not from Slipway'),
    });
    const listed = await slipway(['report', 'outbox', 'list', '--json', 'title,host']);
    expect(JSON.parse(listed.out)).toEqual([{ title: 'test results of Nightly #12', host: address }]);
  });
});
