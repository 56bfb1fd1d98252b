import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What ingest could not read of its spool, and keeps for an operator. */
export interface SpoolQuarantine {
  /** Each file holds one damaged record, or several in a row. */
  readonly records: number;
  readonly bytes: number;
}

/** The folder of the quarantine, which all processes that share a spool directory share. */
export function quarantineFolder(spoolDir: string): string {
  return join(spoolDir, 'quarantine');
}

export async function readQuarantine(spoolDir: string): Promise<SpoolQuarantine> {
  const folder = quarantineFolder(spoolDir);
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { records: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
