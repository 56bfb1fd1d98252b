import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of the spool that ingest could not read, and keeps for an operator. */
export interface SpoolQuarantine {
  /** Each file contains one damaged record, or several in a row. */
  readonly records: number;
  readonly bytes: number;
}

/** The quarantine folder, which is shared by all processes that share a spool directory. */
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
