import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../../architecture/tool.js';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine, PATIENT, type Ran, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();
const empty = await newMachine();
const sample = (name: string) => join(checkout, 'packages/reports/samples', name);

async function variables(number: string, more: Readonly<Record<string, string>> = {}) {
  const token = { SLIPWAY_HOST: studio.host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins') };
  return { ...token, JOB_NAME: 'harbor', BUILD_NUMBER: number, GIT_COMMIT: 'other', ...PATIENT, ...more };
}

/** Files in the machine's folder. */
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(machine.folder, path)), { recursive: true });
    await writeFile(join(machine.folder, path), content);
  }
}

const junit = (name: string) => `<testsuite><testcase classname="Quay" name="${name}"/></testsuite>`;

async function startBuild(number: string): Promise<string> {
  const ran = await machine.run('sh', [join(senders, 'report-build.sh'), 'success'], {
    env: await variables(number),
  });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return (await studio.build(number, 'completed')).id;
}

type Send = (number: string, pattern: string, more?: Readonly<Record<string, string>>) => Promise<Ran>;

const shell: Send = async (number, pattern, more) =>
  machine.run('sh', ['-c', `sh '${senders}/report-tests.sh' ${pattern}`], { env: await variables(number, more) });

const powershell: Send = async (number, pattern, more) =>
  runPowershell(machine, await readFile(join(senders, 'report-build.ps1'), 'utf8'), {
    env: await variables(number, more),
    args: ['', '', pattern],
  });

describe.each([
  ['report-tests.sh', '1', shell],
  ['report-build.ps1', '2', powershell],
])('%s', (_name, place, send) => {
  const strict = { SLIPWAY_STRICT: '1' };

  it('sends the files with the build and the variant', async () => {
    const build = await startBuild(`10${place}`);
    await write({ [`a${place}/one.xml`]: junit('moors'), [`a${place}/two "2".xml`]: junit('sinks') });
    const variant = { SLIPWAY_SUITE: 'Edit & Mode', SLIPWAY_PLATFORM: 'PS5', SLIPWAY_CONFIGURATION: 'Shipping' };
    const ran = await send(`10${place}`, `a${place}/*.xml`, { ...strict, ...variant });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const tests = await studio.tests(build, 2);
    expect(tests.map(({ name }) => name).toSorted()).toEqual(['moors', 'sinks']);
    expect(tests[0]).toMatchObject({ suite: 'Edit & Mode', variant: 'PS5, Shipping', path: 'Quay' });
  });

  it('keeps results while the service is unreachable, and sends them with the next report', async () => {
    const build = await startBuild(`11${place}`);
    await write({ [`b${place}/one.xml`]: junit('late'), [`c${place}/one.xml`]: junit('later') });
    studio.proxy.cut();
    try {
      const kept = await send(`11${place}`, `b${place}/*.xml`);
      expect(kept).toMatchObject({ code: 0, stderr: expect.stringContaining('kept for next time') });
      expect((await send(`11${place}`, `c${place}/*.xml`, strict)).code).toBe(1);
    } finally {
      studio.proxy.restore();
    }
    await write({ [`d${place}/one.xml`]: junit('last') });
    expect(await send(`11${place}`, `d${place}/*.xml`, strict)).toMatchObject({ code: 0, stderr: '' });
    await studio.tests(build, 3);
  });

  it('explains what it cannot send, and fails only if it is strict', async () => {
    await write({ [`e${place}/notes.txt`]: 'all tests passed' });
    const refused = await send(`10${place}`, `e${place}/*.txt`);
    expect(refused).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/refused the report: 422 .*none of the test/),
    });
    expect((await send(`10${place}`, `e${place}/*.xml`)).code).toBe(0);
    const none = await send(`10${place}`, `e${place}/*.xml`, strict);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there are no test reports') });
    const unknown = await send('', `a${place}/*.xml`, strict);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('job or number of the build is unknown'),
    });
  });

  it('names a build by its page alone', async () => {
    const url = `https://ci.example.com/runs/12${place}`;
    const env = await variables(`12${place}`, { BUILD_URL: url });
    await machine.run('sh', [join(senders, 'report-build.sh'), 'success'], { env });
    await write({ [`f${place}/one.xml`]: junit('by page') });
    await send('', `f${place}/*.xml`, { ...strict, JOB_NAME: 'another', SLIPWAY_BUILD_URL: url });
    await studio.tests((await studio.build(`12${place}`, 'completed')).id, 1);
  });
});

it('report-tests.sh sends more files than a request may have in several requests', async () => {
  const build = await startBuild('130');
  const files = Array.from({ length: 201 }, (_, index) => [`many/${index}.xml`, junit(`test ${index}`)]);
  await write(Object.fromEntries(files));
  expect(await shell('130', 'many/*.xml', { SLIPWAY_STRICT: '1' })).toMatchObject({ code: 0, stderr: '' });
  await studio.tests(build, 201);
});

describe('the scripts for engines', () => {
  const run = async (script: string, number: string, more: Readonly<Record<string, string>> = {}) =>
    machine.run('sh', [join(senders, script)], { env: await variables(number, more) });

  it('Unreal: send each index.json of the automation', async () => {
    const build = await startBuild('140');
    await write({ 'Saved/Automation/other/index.json': '{}' });
    await copyFile(sample('unreal/index.json'), join(machine.folder, 'Saved/Automation/index.json'));
    expect(await run('unreal/report-tests.sh', '140', { SLIPWAY_STRICT: '1' })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const tests = await studio.tests(build, 7);
    expect(tests[0]).toMatchObject({ suite: 'Automation', variant: expect.stringContaining('WindowsEditor') });
  });

  it('Unity: send EditMode and PlayMode as suites, and other reports under the name that is given', async () => {
    const build = await startBuild('141');
    const play = await readFile(sample('nunit3/unity-playmode.xml'), 'utf8');
    await write({
      'results/play.xml': play,
      'results/edit.xml': play.replace('value="PlayMode"', 'value="EditMode"'),
      'results/coverage.xml': '<coverage/>',
    });
    await copyFile(sample('nunit3/unity-5-editor.xml'), join(machine.folder, 'results/old.xml'));
    const ran = await run('unity/report-tests.sh', '141', { SLIPWAY_STRICT: '1', SLIPWAY_SUITE: 'Old' });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const tests = await studio.tests(build, 16);
    expect(new Set(tests.map(({ suite }) => suite))).toEqual(new Set(['EditMode', 'PlayMode', 'Old']));
  });

  it.each(['unreal', 'unity'])('%s: fail without reports if they are strict', async (engine) => {
    const env = await variables('142', { SLIPWAY_STRICT: '1' });
    const ran = await empty.run('sh', [join(senders, engine, 'report-tests.sh')], { env });
    expect(ran).toMatchObject({ code: 1, stderr: 'slipway: there are no test reports\n' });
  });
});
