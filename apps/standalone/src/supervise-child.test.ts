import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { isAlive, startMark } from '@slipway/local';
import { type SupervisedChild, superviseChild } from './supervise-child.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-supervise-'));
const children: SupervisedChild[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});
afterAll(() => rm(folder, { recursive: true }));

let scripts = 0;
async function child(source: string, env: NodeJS.ProcessEnv = {}, logFile?: string) {
  const script = join(folder, `child-${++scripts}.mjs`);
  await writeFile(script, source);
  const lines: string[] = [];
  const gaveUp: string[] = [];
  const log = { warn: (line: string) => void lines.push(line), fail: (line: string) => void lines.push(line) };
  const supervised = superviseChild({
    logFile,
    title: `slipway-try-${scripts}`,
    script,
    env: () => env,
    log,
    onGiveUp: (reason) => gaveUp.push(reason),
  });
  children.push(supervised);
  return { supervised, lines, gaveUp };
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(10);
  }
}

const serving = `process.send({ type: 'ready' }); setInterval(() => {}, 1000);`;

describe('superviseChild', () => {
  it('sets the title in the process list', async () => {
    const { supervised } = await child(serving);
    await supervised.ready;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(supervised.pid())]);
    expect(stdout).toContain('slipway-try-');
  });

  it('restarts a killed child and logs it once', async () => {
    const { supervised, lines } = await child(serving);
    await supervised.ready;
    const first = supervised.pid() as number;
    process.kill(first, 'SIGKILL');
    const second = await until(() => (supervised.pid() !== first ? supervised.pid() : undefined));
    expect(isAlive({ pid: second, started: startMark(second) as string })).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/was killed by SIGKILL, restarting it in 250 ms$/)]);
  });

  it('restarts a child within two seconds, however often it is killed', async () => {
    const { supervised, lines } = await child(serving);
    await supervised.ready;
    for (let kills = 1; kills <= 6; kills += 1) {
      const pid = await until(() => supervised.pid());
      process.kill(pid, 'SIGKILL');
      await until(() => (lines.length === kills ? true : undefined));
    }
    const waits = lines.map((line) => Number(/in (\d+) ms$/.exec(line)?.[1]));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000]);
  }, 60_000);

  it('replaces a frozen child', async () => {
    const answering = `process.on('message', () => process.send({ type: 'pong' }));
      process.send({ type: 'ready', answersPings: true });`;
    const { supervised, lines } = await child(answering);
    await supervised.ready;
    const first = supervised.pid() as number;
    process.kill(first, 'SIGSTOP');
    await until(() => (supervised.pid() !== first ? supervised.pid() : undefined));
    expect(lines[0]).toMatch(/ does not respond and is replaced$/);
    expect(startMark(first)).toBeUndefined();
  }, 60_000);

  it('writes the output of a child to its log file, and repeats only why it failed', async () => {
    const logFile = join(folder, 'log', 'children.log');
    const fatal = {
      level: 'fatal',
      service: 'slipway-try',
      msg: 'unexpected failure',
      err: { message: 'no disk' },
    };
    const source = `console.log('{"level":"info","msg":"running jobs"}');
      console.error('PORT: 80 on ::1 is in use');
      console.log(JSON.stringify({ ...${JSON.stringify(fatal)}, service: process.title }));
      process.exit(78);`;
    const { gaveUp, lines } = await child(source, {}, logFile);
    await until(() => gaveUp[0]);
    expect(lines).toEqual(['PORT: 80 on ::1 is in use', 'unexpected failure: no disk']);
    expect(await readFile(logFile, 'utf8')).toContain('running jobs');
  });

  it('gives up immediately on a child with invalid settings', async () => {
    const { gaveUp, lines } = await child('process.exit(78)');
    expect(await until(() => gaveUp[0])).toMatch(/cannot run with these settings$/);
    expect(lines).toEqual([]);
  });

  it('lets a child drain on stop, and does not restart it', async () => {
    const marker = join(folder, 'drained');
    const source = `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => setTimeout(() => { writeFileSync(process.env.MARKER, 'yes'); process.exit(0); }, 50));
      ${serving}`;
    const { supervised, lines } = await child(source, { MARKER: marker });
    await supervised.ready;
    const pid = supervised.pid() as number;
    await supervised.stop();
    expect(await readFile(marker, 'utf8')).toBe('yes');
    expect(startMark(pid)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('kills a child that does not drain', async () => {
    const { supervised } = await child(`process.on('SIGTERM', () => {}); ${serving}`);
    await supervised.ready;
    const pid = supervised.pid() as number;
    const stopped = supervised.stop();
    supervised.kill();
    await stopped;
    expect(startMark(pid)).toBeUndefined();
  });
});
