import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that holds the lock for longer has died: every request has a time limit of its own. */
const STALE_MS = 60_000;
const RETRY_MS = 50;

/**
 * Runs a function while no other process sends from the same queue, so that reports arrive in order. Returns false if
 * another process holds the lock for too long; it sends our report too, or the next one does.
 */
export async function withQueueLock(
  queue: string,
  patienceMs: number,
  run: () => Promise<void>,
): Promise<boolean> {
  const path = join(queue, 'lock');
  for (const end = Date.now() + patienceMs; !(await take(path)); await sleep(RETRY_MS)) {
    if (Date.now() > end) return false;
  }
  try {
    await run();
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { force: true });
    return false;
  }
}
