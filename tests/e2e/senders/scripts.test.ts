import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BUILD_STATUS_WORDS } from '@slipway/domain';
import { parse } from 'yaml';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine, PATIENT, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();
const { host } = studio;

async function sh(script: string, provider: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf(provider), ...more };
  return machine.run('sh', [join(senders, script), ...args], { env });
}

const UAT_LOG = [
  '********** COOK COMMAND STARTED **********',
  'LogShaderCompilers: Display: Using 8 local workers for shader compilation',
  'LogCook: Display: Cooking /Game/Ships/SM_Sloop -> Saved/Cooked',
  'LogShaderCompilers: Display: Shaders Compiled: 412',
  '********** COOK COMMAND COMPLETED **********',
  '********** PACKAGE COMMAND STARTED **********',
];

describe('the RunUAT wrapper', () => {
  it('reports phases and assets, and prints the output unchanged', async () => {
    await machine.install('RunUAT.sh', `cat <<'EOF'\n${UAT_LOG.join('\n')}\nEOF`);
    const env = { BUILD_NUMBER: '501', JOB_NAME: 'harbor-win64', SLIPWAY_PLATFORM: 'Win64' };
    const ran = await sh('unreal/run-uat.sh', 'game_engine', ['BuildCookRun', '-cook'], env);
    expect(ran).toEqual({ code: 0, stdout: `${UAT_LOG.join('\n')}\n`, stderr: '' });
    const build = await studio.build('501', 'completed');
    expect(build).toMatchObject({ ci_job_name: 'harbor-win64', build_type: 'unreal' });
    expect(build.steps.map(({ name }) => name).toSorted()).toEqual(['cook', 'package', 'shaders']);
    expect(await studio.asset('/Game/Ships/SM_Sloop')).toMatchObject({ version: 1 });
  });

  it('reports more assets than the service accepts in one report', async () => {
    const cook = 'LogCook: Display: Cooking /Game/Crowd/%d.wav -> Saved/Cooked\\n';
    const end = '********** COOK COMMAND COMPLETED **********';
    await machine.install('RunUAT.sh', `printf '${cook}' $(seq 1001 2001); echo '${end}'`);
    const before = (await studio.outcomes('game_engine', 0)).length;
    await sh('unreal/run-uat.sh', 'game_engine', ['BuildCookRun'], { BUILD_NUMBER: '504' });
    await studio.build('504', 'completed');
    await studio.asset('/Game/Crowd/2001.wav', 'audio');
    expect(await studio.outcomes('game_engine', before + 3)).toHaveLength(before + 3);
  });

  it('exits with the code of a failed run and reports its log', async () => {
    await machine.install('RunUAT.sh', 'printf \'tab\\there "quoted" C:\\\\Game\\nCook failed\\n\'; exit 25');
    const ran = await sh('unreal/run-uat.sh', 'game_engine', [], { BUILD_NUMBER: '502' });
    expect(ran.code).toBe(25);
    expect(await studio.build('502', 'failed')).toMatchObject({ has_log: true, ci_job_name: 'unreal' });
  });
});

describe('the BuildGraph macro', () => {
  it('runs a script that reports the phase', async () => {
    const xml = await readFile(join(senders, 'unreal/SlipwayReport.xml'), 'utf8');
    const [, script = '', rest = ''] = /SlipwaySenders\)\/(\S+?)&quot; (.*)" ErrorLevel/.exec(xml) ?? [];
    expect(rest).toBe('$(Event) &quot;&quot; $(Platform)');
    await sh(script, 'game_engine', ['packaging_started', '', 'PS5'], { BUILD_NUMBER: '503', JOB_NAME: 'graph' });
    const build = await studio.build('503', 'building');
    expect(build.steps).toMatchObject([{ name: 'package', detail: 'PS5' }]);
  });
});

describe('the steamcmd wrapper', () => {
  const vdf = '"AppBuild"\n{\n  "AppID" "4513280"\n  "SetLive" "beta"\n}\n';

  it('reports the upload and its branch, with the Steam build id', async () => {
    await writeFile(join(machine.folder, 'app_build.vdf'), vdf);
    await machine.install('steamcmd', 'echo "Successfully finished AppID 4513280 build (BuildID 25520824)."');
    const script = join(machine.folder, 'app_build.vdf');
    const ran = await sh('steam/steam-upload.sh', 'deployment', [script, '+login', 'bot'], {
      BUILD_NUMBER: '501',
    });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const deployment = await studio.deployment('4513280', 'live');
    expect(deployment).toMatchObject({ platform: 'steam', branch: 'beta', external_build_id: '25520824' });
  });

  it('reports a failed upload, even if steamcmd exits with 0', async () => {
    await writeFile(join(machine.folder, 'other.vdf'), vdf.replace('4513280', '777'));
    await machine.install('steamcmd', 'echo "ERROR! Failed to commit build for AppID 777"');
    const ran = await sh('steam/steam-upload.sh', 'deployment', [join(machine.folder, 'other.vdf')]);
    expect(ran.code).toBe(1);
    await studio.deployment('777', 'rejected');
  });
});

describe('the CI senders', () => {
  async function writeResults(): Promise<void> {
    await mkdir(join(machine.folder, 'results'), { recursive: true });
    const report = '<testsuite><testcase classname="Quay" name="moors"/></testsuite>';
    await writeFile(join(machine.folder, 'results/tests.xml'), report);
  }

  const github = async (number: string, matrix: string) => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: join(senders, 'github-action'),
    GITHUB_WORKFLOW: 'Package',
    GITHUB_JOB: 'cook',
    GITHUB_RUN_NUMBER: number,
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'harbor-games/harbor',
    GITHUB_RUN_ID: '9001',
    GITHUB_SHA: 'b81e47f09c3d5526aa1f7e60d2c94b8f3e7a9d15',
    GITHUB_REF_NAME: 'main',
    GITHUB_ACTOR: 'mara',
    SLIPWAY_HOST: host,
    SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins'),
    SLIPWAY_STATUS: 'failure',
    SLIPWAY_MATRIX: matrix,
    SLIPWAY_TESTS: 'results/*.xml',
    SLIPWAY_SUITE: 'EditMode',
  });

  /** The steps of the action: the first for Linux and macOS, the second for Windows. */
  async function actionSteps(): Promise<string[]> {
    const action = parse(await readFile(join(senders, 'github-action/action.yml'), 'utf8')) as {
      runs: { steps: { run: string; env: Record<string, string> }[] };
    };
    const [first, second] = action.runs.steps;
    expect(first?.env).toEqual(second?.env);
    return action.runs.steps.map(({ run }) => run);
  }

  it('report each job of a GitHub matrix as a build, through the steps of the action', async () => {
    const [linux = '', windows = ''] = await actionSteps();
    await writeResults();
    const env = await github('88', 'win64, shipping');
    expect(await machine.run('sh', ['-c', linux], { env })).toMatchObject({ code: 0, stderr: '' });
    const other = await github('88', 'ps5, shipping');
    expect(await runPowershell(machine, windows, { env: other })).toMatchObject({ code: 0, stderr: '' });
    expect(await studio.jobsOf('88.2', 2)).toEqual([
      'Package / cook (ps5, shipping)',
      'Package / cook (win64, shipping)',
    ]);
    const build = await studio.build('88.2', 'failed');
    expect(build).toMatchObject({ branch: 'main', commit_hash: env.GITHUB_SHA });
    expect(await studio.actorOf(build.id)).toBe('mara');
    expect(await studio.tests(build.id, 1)).toMatchObject([{ suite: 'EditMode', path: 'Quay', name: 'moors' }]);
  });

  it('report a Jenkins build through the shared library, on Windows agents without a shell', async () => {
    const step = await readFile(join(senders, 'jenkins/vars/slipwayReport.groovy'), 'utf8');
    const [, shell = ''] = /\bsh\(.*script: '(.*)'\)/.exec(step) ?? [];
    const [, powershell = ''] = /\bpowershell\(.*script: '(.*)'\)/.exec(step) ?? [];
    await mkdir(join(machine.folder, '.slipway'));
    const scripts = [...step.matchAll(/'([\w-]+\.(?:sh|ps1))'/g)].map(([, file = '']) => file);
    expect(scripts).toEqual(['slipway-post.sh', 'report-build.sh', 'report-tests.sh', 'report-build.ps1']);
    for (const file of scripts) await copyFile(join(senders, file), join(machine.folder, '.slipway', file));
    await writeFile(join(machine.folder, 'build.log'), 'Dock.cpp(2): error C2065\n');
    const env = {
      JOB_NAME: 'harbor/main',
      BUILD_URL: 'https://ci.example.com/job/harbor/412/',
      GIT_BRANCH: 'origin/main',
      GIT_COMMIT: 'b81e47f09c3d5526aa1f7e60d2c94b8f3e7a9d15',
      SLIPWAY_HOST: host,
      SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins'),
      SLIPWAY_STATUS: 'FAILURE',
      SLIPWAY_STARTED: String(Date.now() - 125_000),
      SLIPWAY_LOG: 'build.log',
      SLIPWAY_TESTS: 'results/*.xml',
    };
    await writeResults();
    const runs = [
      ['412', (more: typeof env) => machine.run('sh', ['-c', shell], { env: more })],
      ['413', (more: typeof env) => runPowershell(machine, powershell, { env: more })],
    ] as const;
    for (const [number, run] of runs) {
      expect(await run({ ...env, BUILD_NUMBER: number } as typeof env)).toMatchObject({ code: 0, stderr: '' });
      const build = await studio.build(number, 'failed');
      expect(build).toMatchObject({ ci_job_name: 'harbor/main', branch: 'main', has_log: true });
      // The shell's clock has whole seconds.
      expect(build.duration_seconds).toBeGreaterThanOrEqual(124);
      await studio.tests(build.id, 1);
    }
  });
});

describe('report-build.ps1', () => {
  const report = async (number: string, more: Record<string, string> = {}) => {
    const script = await readFile(join(senders, 'report-build.ps1'), 'utf8');
    const env = {
      SLIPWAY_HOST: host,
      SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins'),
      SLIPWAY_JOB: 'harbor',
      SLIPWAY_BUILD_NUMBER: number,
      ...PATIENT,
      ...more,
    };
    return runPowershell(machine, script, { env, args: ['FAILURE', 'none.log'] });
  };

  it('keeps a report while the service is unreachable, and sends it with the next one', async () => {
    studio.proxy.cut();
    expect(await report('430')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('kept for next time'),
    });
    expect(await report('431', { SLIPWAY_STRICT: '1' })).toMatchObject({ code: 1 });
    studio.proxy.restore();
    expect(await report('432', { SLIPWAY_STRICT: '1' })).toMatchObject({
      code: 0,
      stderr: 'slipway: none.log is missing or empty; the report has no log\n',
    });
    for (const number of ['430', '431', '432']) await studio.build(number, 'failed');
  });

  it('drops a report that the service refuses, with a warning', async () => {
    const refused = await report('433', { SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64) });
    expect(refused).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the service refused the report: 404'),
    });
  });
});

describe('report-build.sh', () => {
  const report = (status: string, number: string, log = '') =>
    sh('report-build.sh', 'jenkins', [status, log], { SLIPWAY_JOB: 'harbor', SLIPWAY_BUILD_NUMBER: number });

  it('reports a build without its log if the log is missing', async () => {
    expect(await report('FAILURE', '420', 'none.log')).toMatchObject({
      code: 0,
      stderr: 'slipway: none.log is missing or empty; the report has no log\n',
    });
    expect(await studio.build('420', 'failed')).toMatchObject({ has_log: false });
  });

  it('does not report a start for a build that failed to start', async () => {
    await report('startup_failure', '421');
    expect(await studio.build('421', 'failed')).toMatchObject({ started_at: null });
  });

  it('sends the ends of a line that is too long by itself', async () => {
    await writeFile(join(machine.folder, 'long.log'), `First\n${'ü'.repeat(300_000)}\nLast\n`);
    await report('FAILURE', '422', 'long.log');
    const { id } = await studio.build('422', 'failed');
    const { lines, truncated } = await studio.log(id);
    expect({ truncated, last: lines.at(-1) }).toEqual({ truncated: true, last: 'Last' });
    expect(lines[0]).toMatch(/^ü+ \[… 596,[0-9]{3} bytes were cut …\] ü+$/);
  });
});

describe('a status that is not a known word', () => {
  const known = BUILD_STATUS_WORDS.join(', ');

  it.each(['', '1'])('is refused by every sender with the known words, strict or not: %j', async (strict) => {
    const env = { SLIPWAY_JOB: 'words', SLIPWAY_BUILD_NUMBER: '1', SLIPWAY_STRICT: strict };
    const script = await readFile(join(senders, 'report-build.ps1'), 'utf8');
    const message = `slipway: the status sucess is not a known word; nothing is reported. Known words: ${known}\n`;
    expect(await sh('report-build.sh', 'jenkins', ['sucess'], env)).toEqual({
      code: 2,
      stdout: '',
      stderr: message,
    });
    expect(await runPowershell(machine, script, { env, args: ['sucess'] })).toEqual({
      code: 2,
      stdout: '',
      stderr: message,
    });
    expect(await sh('unreal/report-phase.sh', 'game_engine', ['melted'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Known events: cooking_started'),
    });
  });
});

describe('the Unity script', () => {
  it('creates reports that the service accepts', async () => {
    const source = await readFile(join(senders, 'unity/Editor/SlipwayBuildReporter.cs'), 'utf8');
    const values: Record<string, unknown> = {
      number: '601',
      job: 'Harbor',
      platform: 'StandaloneWindows64',
      commit: '',
      time: new Date().toISOString(),
      log: 'error CS1002',
    };
    const send = async (event: string, template: string) => {
      const [, text = ''] = new RegExp(`${template} =\\s+"(.*)";`).exec(source) ?? [];
      const body = text
        .replaceAll('\\"', '"')
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(values[name]));
      const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('game_engine') };
      const poster = join(senders, 'slipway-post.sh');
      return machine.run('sh', [poster, `game_engine/${event}`], { env, input: body });
    };
    expect(source).toContain('Report("packaging_started", ProgressTemplate');
    expect(await send('packaging_started', 'ProgressTemplate')).toMatchObject({ code: 0, stderr: '' });
    expect(await send('build_failed', 'FailedTemplate')).toMatchObject({ code: 0, stderr: '' });
    expect(await studio.build('601', 'failed')).toMatchObject({ build_type: 'unity', has_log: true });
  });
});
