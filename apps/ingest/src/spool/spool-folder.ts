import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROBE_BYTES } from '../limits.js';
import { isDiskOutage } from './disk-outage.js';
import { hasEnded, type LockHolder, thisProcess } from './lock-holder.js';

const LOCK = 'lock';
const PROBE = 'probe';
const SEGMENT = /^\d+\.log$/;

/** The spool folder of this process, below the directory that processes share. */
export interface SpoolFolder {
  /** The path for the next segment. Creates the folder again if it was deleted. */
  nextSegment(): Promise<string>;
  /** Makes the name of a new segment survive a power cut. */
  sync(): Promise<void>;
  /** Creates the folder if it is missing, and throws unless the disk takes a small file. */
  probe(): Promise<void>;
  /**
   * Moves the segments of ended processes here, and returns their new paths. While the disk is full or read-only, they
   * stay where they are: draining them may be what makes room.
   */
  takeOver(): Promise<string[]>;
  /** Deletes the folder if it is empty; otherwise unlocks it for other processes. */
  close(): Promise<void>;
}

/** Nothing is created before it is needed. */
export async function openSpoolFolder(dir: string): Promise<SpoolFolder> {
  const path = join(dir, randomUUID());
  const holder = JSON.stringify(await thisProcess());
  let segments = 0;

  async function create(): Promise<void> {
    await makeFolder(path);
    await writeFile(join(path, LOCK), holder, { mode: 0o600 });
  }

  async function ensure(): Promise<void> {
    const isLocked = await readFile(join(path, LOCK)).then(() => true, ifMissing(false));
    if (!isLocked) await create();
  }

  async function nextSegment(): Promise<string> {
    await ensure();
    segments += 1;
    return join(path, `${String(segments).padStart(12, '0')}.log`);
  }

  /** Renaming one file at a time lets several processes take over the same folder: each file has one winner. */
  async function take(segment: string): Promise<string[]> {
    try {
      const target = await nextSegment();
      return (await rename(segment, target).then(() => true, ifMissing(false))) ? [target] : [];
    } catch (error) {
      if (isDiskOutage(error)) return [segment];
      throw error;
    }
  }

  async function takeFrom(folder: string): Promise<string[]> {
    const taken: string[] = [];
    for (const segment of await segmentsIn(folder)) taken.push(...(await take(segment)));
    if ((await segmentsIn(folder)).length > 0) return taken;
    for (const file of [LOCK, PROBE]) await unlink(join(folder, file)).catch(() => undefined);
    await rmdir(folder).catch(() => undefined);
    return taken;
  }

  return {
    nextSegment,
    sync: () => syncFolder(path),
    probe: () => ensure().then(() => writeProbe(join(path, PROBE))),
    async takeOver() {
      const taken: string[] = [];
      for (const folder of await foldersIn(dir)) {
        if (folder !== path && (await isAbandoned(folder))) taken.push(...(await takeFrom(folder)));
      }
      return taken;
    },
    async close() {
      if ((await segmentsIn(path)).length === 0) return rm(path, { recursive: true, force: true });
      await unlink(join(path, LOCK)).catch(ifMissing(undefined));
    },
  };
}

async function writeProbe(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * A process locks its folder before it writes segments. Segments without a readable lock were left by a process that
 * closed, or whose lock did not survive a power cut.
 */
async function isAbandoned(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, LOCK), 'utf8').catch(ifMissing(''));
  const holder = parseHolder(text);
  return holder === null ? (await segmentsIn(folder)).length > 0 : hasEnded(holder);
}

function parseHolder(text: string): LockHolder | null {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return null;
  }
}

async function segmentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names
    .filter((name) => SEGMENT.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name));
}

/** Returns the fallback for a file or folder that does not exist, and throws every other error. */
export function ifMissing<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  };
}

/** Makes the names of new files survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** One level at a time: with `recursive`, Node never gives up on a path below something that is no folder. */
export async function makeFolder(path: string): Promise<void> {
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
