import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Owner, thisOwner } from './owner.js';

/** Holds who owns the folder; its time of change is their heartbeat. */
export const ALIVE = 'alive';
const HEARTBEAT_MS = 1_000;

/** This process's folder below the one that processes share. */
export interface SpoolFolder {
  readonly owner: Owner;
  path(): string;
  /** False when another process took it over, or somebody deleted it. */
  isThere(): Promise<boolean>;
  /** Makes another one in its place. */
  renew(): Promise<void>;
  /** Leaves it to others if it holds anything, and deletes it otherwise. */
  close(): Promise<void>;
}

export async function openSpoolFolder(dir: string, onMissing: () => void): Promise<SpoolFolder> {
  const owner = await thisOwner();
  let path = await makeOwned(dir, owner);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(join(path, ALIVE), now, now).catch((error: unknown) => {
      if (isMissing(error)) onMissing();
    });
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    owner,
    path: () => path,
    isThere: () =>
      stat(join(path, ALIVE)).then(
        () => true,
        (error: unknown) => !isMissing(error),
      ),
    async renew() {
      path = await makeOwned(dir, owner);
    },
    async close() {
      clearInterval(heartbeat);
      if ((await segmentsIn(path)).length === 0) return rm(path, { recursive: true, force: true });
      // The next process need not find out first that this one has ended.
      await unlink(join(path, ALIVE)).catch(() => undefined);
    },
  };
}

/** Under a hidden name until its owner stands in it: a folder without one is anybody's. */
async function makeOwned(dir: string, owner: Owner): Promise<string> {
  const name = randomUUID();
  const hidden = join(dir, `.${name}`);
  await makeFolder(hidden);
  await writeFile(join(hidden, ALIVE), JSON.stringify(owner), { mode: 0o600 });
  await rename(hidden, join(dir, name));
  return join(dir, name);
}

/** The files of records in a folder and below it, oldest first. */
export async function segmentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const byAge = (a: string, b: string) => (basename(a) < basename(b) ? -1 : 1);
  return entries
    .filter((name) => name.endsWith('.log'))
    .toSorted(byAge)
    .map((name) => join(folder, name));
}

/** Whether a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** One level at a time: asked for all at once, Node never gives up on a folder that cannot hold folders. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}
