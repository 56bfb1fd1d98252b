import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isAlive, startMark, thisProcess, tryLock, withLock } from '../process-lock.mjs';

const folder = await mkdtemp(join(tmpdir(), 'slipway-lock-'));
afterAll(() => rm(folder, { recursive: true }));

async function endedProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const identity = { pid: child.pid as number, started: startMark(child.pid as number) as string };
  child.kill('SIGKILL');
  await once(child, 'exit');
  return identity;
}

describe('process identity', () => {
  it('distinguishes a running process from one that has ended', async () => {
    expect(isAlive(thisProcess())).toBe(true);
    expect(isAlive(await endedProcess())).toBe(false);
  });

  it('differs from that of another process with the same pid', () => {
    expect(isAlive({ pid: process.pid, started: 'another boot/1' })).toBe(false);
  });
});

describe('lock file', () => {
  it('names the process that holds it', () => {
    const path = join(folder, 'held');
    const first = tryLock(path);
    expect(tryLock(path).holder?.pid).toBe(process.pid);
    first.release?.();
    expect(tryLock(path).holder).toBeUndefined();
  });

  it.each([
    ['of a process that died', async () => JSON.stringify(await endedProcess())],
    [
      'whose pid was given to another process',
      async () => JSON.stringify({ pid: process.pid, started: 'before' }),
    ],
    ['that is damaged', async () => '{"pid":'],
  ])('is taken over: one %s', async (name, content) => {
    const path = join(folder, `stale ${name}`);
    await writeFile(path, await content());
    expect(tryLock(path).holder).toBeUndefined();
  });

  it('admits one process at a time, even after a stale lock', async () => {
    const path = join(folder, 'contended');
    await writeFile(path, JSON.stringify(await endedProcess()));
    let inside = 0;
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, () =>
        withLock(path, async () => {
          seen.push(++inside);
          await nextTick();
          inside--;
        }),
      ),
    );
    expect(seen).toEqual([1, 1, 1, 1, 1]);
  });

  it('names the process it is waiting for', async () => {
    const path = join(folder, 'waiting');
    const held = tryLock(path);
    const waited: number[] = [];
    await withLock(path, () => Promise.resolve(), {
      onWait(pid) {
        waited.push(pid);
        held.release?.();
      },
    });
    expect(waited).toEqual([process.pid]);
  });

  it('leaves nothing behind when released', async () => {
    await withLock(join(folder, 'gone'), () => Promise.resolve());
    expect((await readdir(folder)).filter((name) => name.startsWith('gone'))).toEqual([]);
  });
});
