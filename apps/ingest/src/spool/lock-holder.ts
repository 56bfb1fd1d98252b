import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** The process that owns a folder of the spool, as its lock file names it. */
export interface LockHolder {
  readonly host: string;
  readonly pid: number;
  /** Start time in kernel ticks, since the system reuses process ids; null where the system does not report it. */
  readonly started: string | null;
}

export async function thisProcess(): Promise<LockHolder> {
  const { pid } = process;
  return { host: hostname(), pid, started: (await readProcess(pid))?.started ?? null };
}

/** Whether the holder was a process of this host that has ended. A paused process has not. */
export async function hasEnded({ host, pid, started }: LockHolder): Promise<boolean> {
  if (host !== hostname()) return false;
  const found = await readProcess(pid);
  if (found === null) return !exists(pid);
  return found.isZombie || found.started !== started;
}

/** Null where the system has no `/proc`, or no such process. */
async function readProcess(pid: number): Promise<{ started: string; isZombie: boolean } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  // The process name in parentheses may contain anything. The state follows it, and 19 fields later the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { started: fields[19] ?? '', isZombie: fields[0] === 'Z' || fields[0] === 'X' };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
