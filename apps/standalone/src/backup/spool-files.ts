import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const QUARANTINE = 'quarantine';

interface SpoolFile {
  readonly folder: string;
  readonly name: string;
}

/** The folders of processes, and the quarantine. The lock names the process that writes to a folder now. */
async function listFiles(spool: string): Promise<SpoolFile[]> {
  const entries = await readdir(spool, { withFileTypes: true }).catch(ifMissing([]));
  const lists = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name: folder }) => {
      const names = await readdir(join(spool, folder)).catch(ifMissing([]));
      return names.filter((name) => name !== 'lock').map((name) => ({ folder, name }));
    });
  return (await Promise.all(lists)).flat();
}

/**
 * Copies the files of a spool while ingest uses it. A file that is drained meanwhile is in Redis. One that another
 * process takes over moves to another folder, so the spool is listed until nothing has moved.
 */
export async function copySpool(spool: string, target: string): Promise<number> {
  const copied = new Set<string>();
  for (let seen = ''; ; ) {
    const files = await listFiles(spool);
    for (const { folder, name } of files) {
      const path = join(folder, name);
      if (copied.has(path)) continue;
      await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
      const isThere = await copyFile(join(spool, path), join(target, path)).then(() => true, ifMissing(false));
      if (isThere) copied.add(path);
    }
    const now = JSON.stringify(files.map(({ folder, name }) => join(folder, name)).toSorted());
    if (now === seen) return copied.size;
    seen = now;
  }
}

/** Puts the files of a backup into a spool, where ingest takes them over like those of a process that has ended. */
export async function restoreSpool(backup: string, spool: string): Promise<number> {
  const files = await listFiles(backup);
  const folders = new Map([[QUARANTINE, QUARANTINE]]);
  for (const { folder, name } of files) {
    // A new name, because the folder may still be there.
    const target = folders.get(folder) ?? randomUUID();
    folders.set(folder, target);
    await mkdir(join(spool, target), { recursive: true, mode: 0o700 });
    await copyFile(join(backup, folder, name), join(spool, target, name));
  }
  return files.length;
}

function ifMissing<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  };
}
