import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { checkout } from '../../architecture/tool.js';
import { newMachine } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();
const main = join(checkout, 'apps/cli/dist/main.js');
const token = await studio.tokenOf('jenkins');
const PATH = '/usr/local/bin:/usr/bin:/bin';
const env = { SLIPWAY_HOST: studio.host, SLIPWAY_WEBHOOK_TOKEN: token };

let builds = 0;
/** A build that is reported, and the options that name it. */
async function newBuild(status = 'started') {
  builds += 1;
  const number = String(4_000 + builds);
  const report = () =>
    fetch(`${studio.host}/webhooks/ci`, {
      method: 'POST',
      headers: { 'x-webhook-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ job_name: 'uploads', build_number: number, status }),
    });
  await report();
  const { id } = await studio.build(number, status === 'started' ? 'building' : status);
  return { id, options: ['--job', 'uploads', '--number', number] };
}

const slipway = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  machine.run('node', [main, ...args], { env: { ...env, SLIPWAY_TIMEOUT: '60', ...more } });

const logOf = (id: string, lines: readonly string[]) =>
  eventually(`the log of build ${id} has ${lines.length} lines`, async () => {
    const log = await studio.wholeLog(id);
    return log.lines.length >= lines.length ? log.lines : undefined;
  });

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a step, and waits for its first output. */
async function startStep(options: readonly string[], script: string) {
  const child = spawn(process.execPath, [main, 'run', ...options, '--', 'sh', '-c', script], {
    env: { ...env, PATH, HOME: machine.folder, SLIPWAY_TIMEOUT: '60' },
  });
  children.push(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await once(child.stdout, 'data');
  return { child, ended };
}

describe('slipway run', () => {
  it('passes output and exit code unchanged, and the log is at the build', async () => {
    const { id, options } = await newBuild();
    const script =
      'printf "\\033[32mgreen\\033[0m\\n"; sleep 0.3; echo problem >&2; sleep 0.3; printf "no line end"; exit 7';
    const ran = await slipway(['run', ...options, '--step', 'Cook', '--', 'sh', '-c', script]);
    expect(ran).toEqual({ code: 7, stdout: '\u001b[32mgreen\u001b[0m\nno line end', stderr: 'problem\n' });
    const expected = ['\u001b[32mgreen\u001b[0m', 'problem', 'no line end'];
    expect(await logOf(id, expected)).toEqual(expected);
    const { steps } = await eventually('the step has ended', async () => {
      const build = await studio.build(options[3] ?? '', 'building');
      return build.steps[0]?.status === 'failed' ? build : undefined;
    });
    expect(steps).toMatchObject([{ name: 'Cook', status: 'failed' }]);
  });

  it('reads what the step is given, and says why a command cannot be run', async () => {
    const ran = await machine.run('node', [main, 'run', ...(await newBuild()).options, '--', 'cat'], {
      env,
      input: 'typed\n',
    });
    expect(ran).toEqual({ code: 0, stdout: 'typed\n', stderr: '' });
    const absent = await slipway(['run', ...(await newBuild()).options, '--', 'no-such-command']);
    expect([absent.code, absent.stderr]).toEqual([127, expect.stringContaining('no-such-command cannot be run')]);
  });

  it('runs the step also if nothing can be uploaded', async () => {
    const ran = await slipway(['run', '--', 'sh', '-c', 'echo out; exit 3']);
    expect(ran).toMatchObject({ code: 3, stdout: 'out\n' });
    expect(ran.stderr).toContain('The log is not uploaded: --job is required');
    const { options } = await newBuild();
    const refused = await slipway(['run', ...options, '--', 'true'], { SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64) });
    expect(refused).toMatchObject({ code: 0, stderr: expect.stringContaining('No active integration') });
  });

  it('forwards signals, and ends as the step does', async () => {
    const { options } = await newBuild();
    const trapping = await startStep(options, 'trap "exit 5" TERM; echo ready; while :; do sleep 0.05; done');
    trapping.child.kill('SIGTERM');
    expect((await trapping.ended)[0]).toBe(5);
    const dying = await startStep((await newBuild()).options, 'echo ready; exec sleep 60');
    dying.child.kill('SIGTERM');
    expect((await dying.ended)[0]).toBe(143);
  });

  it('shows lines while the step runs, and loses none while the service is away', async () => {
    const { id, options } = await newBuild();
    const script = 'for i in $(seq 1 60); do echo "line $i"; sleep 0.05; done; read end; echo done';
    const { child, ended } = await startStep(options, script);
    await logOf(id, ['line 1']);
    studio.proxy.cut();
    const printed: Buffer[] = [];
    child.stdout?.on('data', (bytes: Buffer) => printed.push(bytes));
    await eventually('the step has gone on', async () => Buffer.concat(printed).includes('line 60') || undefined);
    studio.proxy.restore();
    child.stdin?.end('\n');
    expect((await ended)[0]).toBe(0);
    const expected = [...Array.from({ length: 60 }, (_, index) => `line ${index + 1}`), 'done'];
    expect(await logOf(id, expected)).toEqual(expected);
  });

  it('keeps the log if the service stays away, and `slipway report flush` uploads it', async () => {
    const { id, options } = await newBuild();
    studio.proxy.cut();
    const ran = await slipway(['run', ...options, '--', 'sh', '-c', 'echo one; echo two'], {
      SLIPWAY_TIMEOUT: '1',
    });
    studio.proxy.restore();
    expect(ran).toMatchObject({ code: 0, stdout: 'one\ntwo\n' });
    expect(ran.stderr).toContain('slipway report flush');
    expect(await slipway(['report', 'flush'])).toMatchObject({ code: 0 });
    expect(await logOf(id, ['one', 'two'])).toEqual(['one', 'two']);
    expect(await readdir(join(machine.folder, '.local/state/slipway/uploads'))).toEqual([]);
  });

  it('gives an investigation the whole log, with the numbers that the lines have there', async () => {
    const { id, options } = await newBuild('failed');
    const line = "src/fog.c:3:1: error: use of undeclared identifier 'Density'";
    const script = `seq -f 'Compiling file %.0f of many' 1 90000; echo "${line}"; echo 'make: *** [all] Error 1'; seq -f 'Cleaning up %.0f' 1 20000; exit 2`;
    expect(await slipway(['run', ...options, '--', 'bash', '-c', script])).toMatchObject({ code: 2, stderr: '' });
    await eventually('the log is complete', async () => {
      const { total_lines } = await studio.log(id);
      return total_lines === 110_002 || undefined;
    });
    expect((await studio.investigate(id)).evidence).toContainEqual({ line: 90_001, text: line });
  });
});

describe('slipway report log', () => {
  it('uploads a file once, however often it is repeated', async () => {
    const { id, options } = await newBuild();
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
    await writeFile(join(machine.folder, 'build.log'), `${lines.join('\n')}\n`);
    for (let time = 0; time < 2; time += 1)
      expect(await slipway(['report', 'log', ...options, '--strict', 'build.log'])).toMatchObject({ code: 0 });
    expect(await logOf(id, lines)).toEqual(lines);
  });

  it('follows a file until SIGTERM', async () => {
    const { id, options } = await newBuild();
    const file = join(machine.folder, 'followed.log');
    await writeFile(file, 'one\n');
    const child = spawn(process.execPath, [main, 'report', 'log', ...options, '--follow', file], {
      env: { ...env, PATH, HOME: machine.folder },
      stdio: 'ignore',
    });
    children.push(child);
    const ended = once(child, 'exit');
    await logOf(id, ['one']);
    await appendFile(file, 'two\nend');
    await logOf(id, ['one', 'two']);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await logOf(id, ['one', 'two', 'end'])).toEqual(['one', 'two', 'end']);
  });

  it('does not fail a build without --strict', async () => {
    const { options } = await newBuild();
    expect((await slipway(['report', 'log', ...options, 'absent.log'])).code).toBe(0);
    expect((await slipway(['report', 'log', ...options, '--strict', 'absent.log'])).code).not.toBe(0);
  });
});
