import { readFileSync } from 'node:fs';
import { isAlive, startMark } from '../packages/local/process-lock.mjs';

const checkMs = 300;

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Calls back once when the npm that started this process is gone: it takes nothing with it when it is killed. */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  // npm puts a shell between.
  const watched = [parent, parentOf(parent)]
    .filter((pid) => pid > 1)
    .map((pid) => ({ pid, started: startMark(pid) ?? '' }));
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    callback();
  }, checkMs).unref();
}
