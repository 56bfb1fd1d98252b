import { isAlive, npmAbove } from '../packages/local/process-lock.mjs';

const checkMs = 300;

/** Calls back once when the npm that started this process has ended, because killing npm does not end its children. */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watched = npmAbove(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    callback();
  }, checkMs).unref();
}
