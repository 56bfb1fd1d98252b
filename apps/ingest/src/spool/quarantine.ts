import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { quarantineFolder } from '@slipway/runtime';
import { makeFolder, syncFolder } from './spool-folder.js';

/**
 * Keeps bytes of damaged records, which only operators delete; the same bytes once. Resolves with the path of the file
 * once it is on disk. If a crash cuts the file off, the segment is still there: its next drain writes the file again.
 */
export async function putInQuarantine(spoolDir: string, bytes: Buffer): Promise<string> {
  const folder = quarantineFolder(spoolDir);
  await makeFolder(folder);
  const path = join(folder, `${hash('sha256', bytes, 'hex').slice(0, 32)}.record`);
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  return path;
}
