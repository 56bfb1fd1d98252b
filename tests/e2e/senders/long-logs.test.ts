import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { checkout } from '../../architecture/tool.js';
import { commandLine } from '../cli/command-line.js';
import { LONG_LOG } from './long-log.js';
import { runPowershell } from './powershell/run-powershell.js';
import { newMachine, PATIENT, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();

const CASES = JSON.parse(readFileSync(join(checkout, 'packages/diagnosis/cut-log-cases.json'), 'utf8')) as {
  title: string;
  limit: number;
  log: string;
  kept: string;
}[];

describe('the rule for long logs, as `slipway report` follows it', () => {
  const file = join(machine.folder, 'case.log');

  it.each(CASES)('in the shell scripts: $title', async ({ limit, log, kept }) => {
    await writeFile(file, `${log}\n`);
    const script = `. '${senders}/slipway-post.sh'; slipway_cut_log ${limit} '${file}'`;
    expect(await machine.run('sh', ['-c', script], {})).toEqual({ code: 0, stdout: `${kept}\n`, stderr: '' });
  });

  it.each(CASES)('in report-build.ps1: $title', async ({ limit, log, kept }) => {
    await writeFile(file, `${log}\n`);
    const [functions = ''] = (await readFile(join(senders, 'report-build.ps1'), 'utf8')).split('$sent = $false');
    const script = `${functions}\nGet-LinesThatMatter '${file}' ${limit}`;
    expect(await runPowershell(machine, script, { env: {} })).toEqual({
      code: 0,
      stdout: `${kept}\n`,
      stderr: '',
    });
  });
});

describe('a log of 612 KB with a compiler error in line 154', () => {
  beforeAll(async () => {
    await writeFile(join(machine.folder, 'long.log'), LONG_LOG.content);
    await machine.install('RunUAT.sh', `cat '${machine.folder}/long.log'; exit 6`);
  });

  const asSender = async (provider: string, number: string) => ({
    ...PATIENT,
    SLIPWAY_HOST: studio.host,
    SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf(provider),
    SLIPWAY_JOB: 'long',
    SLIPWAY_BUILD_NUMBER: number,
    SLIPWAY_STATUS: 'failure',
    SLIPWAY_LOG: 'long.log',
    GITHUB_ACTION_PATH: join(senders, 'github-action'),
  });

  async function actionStep(at: number): Promise<string> {
    const action = parse(await readFile(join(senders, 'github-action/action.yml'), 'utf8')) as {
      runs: { steps: { run: string }[] };
    };
    return action.runs.steps[at]?.run ?? '';
  }

  const sh = async (provider: string, number: string, args: readonly string[]) =>
    machine.run('sh', args, { env: await asSender(provider, number) });

  it.each([
    [
      'report-build.sh',
      (number: string) => sh('jenkins', number, [join(senders, 'report-build.sh'), 'failure', 'long.log']),
    ],
    ['the GitHub action', async (number: string) => sh('jenkins', number, ['-c', await actionStep(0)])],
    [
      'the GitHub action on Windows, and so report-build.ps1',
      async (number: string) =>
        runPowershell(machine, await actionStep(1), { env: await asSender('jenkins', number) }),
    ],
    ['run-uat.sh', (number: string) => sh('game_engine', number, [join(senders, 'unreal/run-uat.sh')])],
    [
      'report-phase.sh',
      (number: string) =>
        sh('game_engine', number, [join(senders, 'unreal/report-phase.sh'), 'build_failed', 'long.log']),
    ],
  ])('is diagnosed to that line through %s', async (name, send) => {
    const number = `612-${name.length}`;
    expect(await send(number)).toMatchObject({ stderr: '' });
    const { id } = await studio.build(number, 'failed');
    const { lines, truncated } = await studio.wholeLog(id);
    expect({ truncated, last: lines.at(-1) }).toEqual({
      truncated: true,
      last: LONG_LOG.lastLine,
    });
    const { evidence, confidence } = await studio.investigate(id);
    expect(evidence[0]).toEqual({ line: lines.indexOf(LONG_LOG.error) + 1, text: LONG_LOG.error });
    expect(confidence).toBeGreaterThanOrEqual(0.8);
  });
});

describe('a log of 8 MB', () => {
  it('is cut once by `slipway report`, to the same lines as by the shell scripts', async () => {
    const file = join(machine.folder, 'huge.log');
    const noise = `[2/9000] Compile Module.Core.cpp\n${'[3/9000] Link Harbor.exe with all of its libraries\n'.repeat(9_999)}`;
    const again = 'LogShip: Error: the pressure is not known\n';
    await writeFile(file, `${LONG_LOG.content}${`${noise}${again}`.repeat(15)}`);
    const cut = `. '${senders}/slipway-post.sh'; slipway_cut_log 256000 '${file}'`;
    const { stdout } = await machine.run('sh', ['-c', cut], {});

    const { slipway } = await commandLine({ SLIPWAY_HOST: studio.host, ...PATIENT });
    const env = { SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins') };
    const args = ['--job', 'long', '--number', '8-1', '--status', 'failure', '--log', file];
    expect(await slipway(['report', 'build', ...args], { env })).toMatchObject({ code: 0, err: '' });

    const { id } = await studio.build('8-1', 'failed');
    const { lines, truncated } = await studio.wholeLog(id);
    expect(truncated).toBe(true);
    expect(`${lines.join('\n')}\n`).toBe(stdout);
    const { evidence } = await studio.investigate(id);
    expect(evidence[0]?.text).toBe(LONG_LOG.error);
  });
});
