import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './cli-error.js';

/** Reads a JSON file; undefined if there is none. The hint explains how to replace an unreadable file. */
export async function readJsonFile(path: string, hint: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`${path} cannot be read: ${(error as Error).message}`, {
      hint,
      cause: error,
    });
  }
}

/**
 * Makes a folder that only its owner may read, and those above it. The recursive mkdir of Node.js never returns where a
 * folder exists but nothing can be made in it, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** Writes a JSON file that only its owner may read. */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  await makeFolder(dirname(path));
  await writeDurably(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a file that only its owner may read. Readers see the old or the new content, even after a crash of the machine. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    // The mode above is subject to the umask.
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
