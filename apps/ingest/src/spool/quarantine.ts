import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { quarantineFolder, readQuarantine, type SpoolQuarantine } from '@slipway/runtime';
import { makeFolder, syncFolder } from './spool-folder.js';

/** Keeps damaged records of the spool. Only operators delete them. */
export interface Quarantine {
  /** Resolves with the path of the file once the bytes are on disk. Keeps the same bytes once. */
  keep(bytes: Buffer): Promise<string>;
  usage(): SpoolQuarantine;
  /** Looks at the folder again: operators and other processes change it. */
  refresh(): Promise<void>;
}

export async function openQuarantine(dir: string): Promise<Quarantine> {
  const folder = quarantineFolder(dir);
  let usage = await readQuarantine(dir);

  async function refresh(): Promise<void> {
    usage = await readQuarantine(dir);
  }

  return {
    async keep(bytes) {
      await makeFolder(folder);
      const path = join(folder, `${hash('sha256', bytes, 'hex').slice(0, 32)}.record`);
      await writeDurably(path, bytes);
      await syncFolder(folder);
      await refresh();
      return path;
    },
    usage: () => usage,
    refresh,
  };
}

/** If a crash cuts the file off, the segment is still there: its next drain writes the file again. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
