import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive, type ProcessIdentity } from '../process-lock.mjs';

const run = promisify(execFile);

/** A running process and its command line. On macOS the arguments are split at spaces, which loses quoting. */
export interface RunningProcess {
  pid: number;
  command: string;
  args: string[];
}

async function readProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const args = raw.replace(/\0+$/, '').split('\0');
    return { pid, command: args.join(' '), args };
  } catch {
    return undefined;
  }
}

async function readPs(): Promise<RunningProcess[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,command='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command, args: command.split(' ') }] : [];
  });
}

/** All processes visible to this one. */
export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return readPs();
  const names = await readdir('/proc');
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readProc(Number(name))),
  );
  return found.filter((entry) => entry !== undefined && entry.command !== '') as RunningProcess[];
}

export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform === 'linux') {
    const found = await readProc(pid);
    return found?.command ? found : undefined;
  }
  return (await readPs()).find((entry) => entry.pid === pid);
}

/** The working folder of a process; undefined if the system does not report it. */
export function workingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}

/** Sends a signal; ignores the error if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until the process has ended; returns false at the timeout. */
export async function waitForEnd(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
