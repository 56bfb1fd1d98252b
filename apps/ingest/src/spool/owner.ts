import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Who owns a folder of the spool: enough for others on the same machine to tell whether they still run. */
export interface Owner {
  /** Machine, its boot, and the namespace that process numbers count in. */
  readonly place: string;
  readonly pid: number;
  /** When the process started, in the kernel's own count: a number that is given out again is told apart by it. */
  readonly started: string | null;
}

/** This process. */
export async function thisOwner(): Promise<Owner> {
  const [boot, namespace, process_] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    readProcess(process.pid),
  ]);
  const place = [hostname(), boot.trim(), namespace].join(' ');
  return { place, pid: process.pid, started: process_?.started ?? null };
}

/** What an owner wrote of itself; null when that says nothing, as of another release. */
export function parseOwner(text: string): Owner | null {
  try {
    const { place, pid, started } = JSON.parse(text) as Partial<Owner>;
    return typeof place === 'string' && typeof pid === 'number' ? { place, pid, started: started ?? null } : null;
  } catch {
    return null;
  }
}

/** Whether an owner still runs, be it paused; null when that cannot be told from here. */
export async function isRunning(owner: Owner, self: Owner): Promise<boolean | null> {
  if (owner.place !== self.place) return null;
  const found = await readProcess(owner.pid);
  if (found === null) return hasEnded(owner.pid) ? false : null;
  return found.started === owner.started && !found.ended;
}

/** Null where the system does not tell. */
async function readProcess(pid: number): Promise<{ started: string; ended: boolean } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  // The name before the last parenthesis may hold anything; the state follows, and 19 fields later the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { started: fields[19] ?? '', ended: fields[0] === 'Z' || fields[0] === 'X' };
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
