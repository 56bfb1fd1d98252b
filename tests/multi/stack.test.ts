import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { freePort, isAlive, type ProcessIdentity, startMark } from '@slipway/local';
import { eventually } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';

const run = promisify(execFile);
/** A stack starts a dozen servers and seven processes, possibly on a busy machine. */
const START_MS = 240_000;
const folder = await mkdtemp(join(tmpdir(), 'slipway-stack-'));
// If the tests run as root, PostgreSQL runs as another user.
await chmod(folder, 0o755);
const started: RunningStack[] = [];
afterAll(async () => {
  for (const { npm } of started) npm.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface RunningStack {
  readonly npm: ChildProcess;
  readonly ended: Promise<unknown>;
  /** Waits until the output contains the text. */
  shows(text: string): Promise<true>;
  output(): string;
}

/** Runs `npm run stack:multi` as if it were typed into a terminal. */
async function runCommand(name: string): Promise<RunningStack> {
  const settings = [`PORT=${await freePort()}`, `DATA_DIR=${join(folder, name)}`];
  const npm = spawn('env', [...settings, 'npm', 'run', 'stack:multi'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const stack = {
    npm,
    ended: once(npm, 'exit'),
    shows: (text: string) =>
      eventually(`it shows ${text}`, async () => output.includes(text) || undefined, START_MS),
    output: () => output,
  };
  started.push(stack);
  return stack;
}

/** The process and everything that it has started, directly or indirectly. */
async function familyOf(pid: number): Promise<ProcessIdentity[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
      }),
  );
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return [...family].map((member) => ({ pid: member, started: startMark(member) ?? '' }));
}

/** Waits until none of them is running. */
function gone(family: readonly ProcessIdentity[]): Promise<true> {
  return eventually('nothing is left running', async () => !family.some(isAlive) || undefined);
}

/** The pids of a role, as shown in the table. */
function pidsOf(output: string, role: string): number[] {
  return [...output.matchAll(new RegExp(`^ +${role} +127\\.\\S+.* (\\d+)$`, 'gm'))].map(([, pid]) => Number(pid));
}

/** Runs a command shown in the banner in a shell. */
async function runShownCommand(output: string, what: string): Promise<string> {
  const command = new RegExp(`${what}:\\n +(curl .*)`).exec(output)?.[1] ?? 'false';
  return (await run('sh', ['-c', `${command} --fail`])).stdout;
}

it('`npm run stack:multi` survives a killed process, and Ctrl-C stops everything', async () => {
  const stack = await runCommand('used');
  await stack.shows('Ctrl-C stops everything.');
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(stack.output()) ?? [''];
  expect((await fetch(url)).status).toBe(200);
  const [[ingest], [worker]] = [pidsOf(stack.output(), 'ingest'), pidsOf(stack.output(), 'worker')];
  const killed = [ingest!, worker!].map((pid) => ({ pid, started: startMark(pid) ?? '' }));
  for (const { pid } of killed) process.kill(pid, 'SIGKILL');
  await gone(killed);
  expect(JSON.parse(await runShownCommand(stack.output(), 'Report a build'))).toMatchObject({
    status: 'accepted',
  });
  await eventually('the build can be read', async () => {
    const { builds } = JSON.parse(await runShownCommand(stack.output(), 'Read it back')) as {
      builds: { ci_job_name: string }[];
    };
    return builds[0]?.ci_job_name === 'Hello-Editor' || undefined;
  });
  for (const tier of ['ingest 127.0.0.21', 'worker 127.0.0.41']) await stack.shows(`${tier} serves again, pid `);
  const family = await familyOf(stack.npm.pid!);
  expect(family.length).toBeGreaterThan(17);
  stack.npm.kill('SIGINT');
  await stack.ended;
  expect(stack.output()).toMatch(/Stopping \(SIGINT\) …\nStopped\.\n$/);
  await gone(family);
}, 300_000);

it('nothing keeps running when the command is killed', async () => {
  const stack = await runCommand('killed');
  await stack.shows('pgBouncer is up');
  const family = await familyOf(stack.npm.pid!);
  expect(family.length).toBeGreaterThan(9);
  stack.npm.kill('SIGKILL');
  await gone(family);
}, 300_000);
