import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import { eventually } from '@slipway/testing';

const run = promisify(execFile);

/** A separate disk, of a few megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** Takes the room that is left on it. */
  fill(): Promise<void>;
  /** Makes room again. */
  free(): Promise<void>;
  /** Refuses writes until `free`. */
  lock(): Promise<void>;
}

/** Mounts a disk in memory, which only root may do; null otherwise. Await it at the top level of a test file. */
export async function mountSmallDisk(megabytes = 4): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'slipway-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'slipway-test'];
  const isMounted = await run('mount', [...options, path]).then(
    () => true,
    () => false,
  );
  afterAll(async () => {
    if (isMounted) await run('umount', ['--lazy', path]);
    await rmdir(path);
  });
  let fillers = 0;
  if (!isMounted) return null;
  return {
    path,
    async fill() {
      fillers += 1;
      const name = join(path, `filler-${fillers}`);
      await writeFile(name, Buffer.alloc(megabytes * 1024 * 1024)).catch(() => undefined);
    },
    async free() {
      await run('mount', ['-o', 'remount,rw', path]);
      const names = (await readdir(path)).filter((name) => name.startsWith('filler-'));
      await Promise.all(names.map((name) => rm(join(path, name))));
    },
    async lock() {
      // Fails while a process writes a file.
      await eventually('the disk is read-only', () =>
        run('mount', ['-o', 'remount,ro', path]).then(
          () => true,
          () => undefined,
        ),
      );
    },
  };
}

/** Tests that need a separate disk are skipped without one, and say why. */
export const NO_DISK = 'skipped: only root may mount a disk';
