// Plain JavaScript, because infra/toolchain.mjs uses it before anything is compiled.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 100;
let lockCount = 0;

function linuxStartMark(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name may contain spaces and parentheses; the fields after it cannot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; its parent has not collected it yet.
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId}/${fields[19]}`;
}

/** Identifies when a process started, to detect a reused pid; undefined if no such process runs. */
export function startMark(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    try {
      return linuxStartMark(pid);
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [state, ...started] = (stdout ?? '').trim().split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : started.join(' ');
}

let own;

/** The identity of this process, for `isAlive` in other processes. */
export function thisProcess() {
  own ??= { pid: process.pid, started: startMark(process.pid) ?? '' };
  return own;
}

/** Whether the process with this identity still runs. */
export function isAlive(identity) {
  return typeof identity?.started === 'string' && startMark(identity.pid) === identity.started;
}

/**
 * The npm that started this process, and the shell that npm may have started in between: killing npm ends neither.
 * Returns only the parent if the system reports no more.
 */
export function npmAbove(parentPid) {
  const pids = [parentPid];
  try {
    const isNpm = /^npm\b|npm-cli/.test(readFileSync(`/proc/${parentPid}/cmdline`, 'utf8'));
    const stat = readFileSync(`/proc/${parentPid}/stat`, 'utf8');
    if (!isNpm) pids.push(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  } catch {
    // There is no /proc, or the parent has ended, which the caller will notice.
  }
  return pids.filter((pid) => pid > 1).map((pid) => ({ pid, started: startMark(pid) ?? '' }));
}

function parse(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function readLock(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function unlinkIfThere(path) {
  try {
    unlinkSync(path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Returns false if the path is taken. */
function linkIfFree(existing, path) {
  try {
    linkSync(existing, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes the lock of a dead holder. If another process took the lock in the meantime, restores that one. */
function removeStale(path, content, aside) {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) !== content) linkIfFree(aside, path);
  unlinkIfThere(aside);
}

/**
 * Tries to take the lock file. Returns `release` on success, otherwise the process that holds it.
 * The file is created as a link, so that no process sees it half-written.
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ ...thisProcess(), nonce: `${Date.now()}.${++lockCount}` });
  const draft = `${path}.${process.pid}.${lockCount}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      if (linkIfFree(draft, path)) return { release: () => readLock(path) === mine && unlinkIfThere(path) };
      const content = readLock(path);
      if (content === undefined) continue;
      const holder = parse(content);
      if (isAlive(holder)) return { holder };
      removeStale(path, content, `${draft}.stale`);
    }
  } finally {
    unlinkIfThere(draft);
  }
}

/** Runs `work` while holding the lock file. Waits for a running holder; takes over the lock of a dead one. */
export async function withLock(path, work, { onWait } = {}) {
  let attempt = tryLock(path);
  if (attempt.holder) onWait?.(attempt.holder.pid);
  while (attempt.holder) {
    await delay(pollMs);
    attempt = tryLock(path);
  }
  try {
    return await work();
  } finally {
    attempt.release();
  }
}
