import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, parseOwner } from './owner.js';
import { ALIVE, isMissing, type SpoolFolder, segmentsIn } from './spool-folder.js';

/**
 * The owner of a folder on another machine is gone when so many looks find no heartbeat since the one before. They are
 * counted, not timed: clocks differ, and a pause of this process must not make others old.
 */
const LOOKS = 30;

/** Takes over what processes left that are gone; `onFile` is told of each file, which lies in this one's folder then. */
export function createAdoption(dir: string, own: SpoolFolder, onFile: (path: string) => Promise<void>) {
  let silent = new Map<string, { readonly beat: number; readonly looks: number }>();
  let adopted = 0;

  async function isGone(folder: string, looks: typeof silent): Promise<boolean> {
    const alive = join(folder, ALIVE);
    const [text, beat] = await Promise.all([
      readFile(alive, 'utf8').catch(orMissing),
      stat(alive).then(({ mtimeMs }) => mtimeMs, orMissing),
    ]);
    if (text === null || beat === null) return true;
    const owner = parseOwner(text);
    const running = owner === null ? null : await isRunning(owner, own.owner);
    if (running !== null) return !running;
    const before = silent.get(folder);
    const count = before?.beat === beat ? before.looks + 1 : 0;
    looks.set(folder, { beat, looks: count });
    return count >= LOOKS;
  }

  /** A folder is moved whole before its files are read: only one can take it, and its owner sees that it is gone. */
  async function take(folder: string): Promise<void> {
    await rename(folder, join(own.path(), randomUUID())).catch(orMissing);
  }

  async function unpack(taken: string): Promise<void> {
    for (const path of await segmentsIn(taken)) {
      adopted += 1;
      const target = join(own.path(), `${String(adopted).padStart(12, '0')}.log`);
      await rename(path, target);
      await onFile(target);
    }
    await rm(taken, { recursive: true, force: true });
  }

  return async () => {
    const looks: typeof silent = new Map();
    for (const folder of await foldersIn(dir)) {
      if (folder !== own.path() && (await isGone(folder, looks))) await take(folder);
    }
    silent = looks;
    for (const taken of await foldersIn(own.path())) await unpack(taken);
  };
}

async function foldersIn(dir: string): Promise<string[]> {
  const entries = (await readdir(dir, { withFileTypes: true }).catch(orMissing)) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(dir, name));
}

function orMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
