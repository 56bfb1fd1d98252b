import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that holds the lock longer has died, because sending has a time limit. */
const STALE_MS = 120_000;
const RETRY_MS = 50;

/**
 * Runs a function while holding a lock between processes. Returns null if another process holds it for too
 * long; that process, or the next one, sends our report.
 */
export async function withLock<T>(path: string, maxWaitMs: number, run: () => Promise<T>): Promise<T | null> {
  for (const end = Date.now() + maxWaitMs; !(await take(path)); await sleep(RETRY_MS)) {
    if (Date.now() >= end) return null;
  }
  try {
    return await run();
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
