import { createReadStream } from 'node:fs';
import { readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { requireKey, requirePrefix } from '../object-key.js';
import type { ByteRange, ObjectStore } from '../object-store.js';
import { folderError, writeError } from './folder-errors.js';
import { listFiles } from './list-files.js';
import { createFileAtomically, makeFolder, writeFileAtomically } from './write-file.js';

/** Where objects are until they are complete. Must be on the same file system as the objects. */
const INCOMING = '.incoming';
/** What a killed process left half written is removed after this time. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

/** Opens a folder as an object store; creates it if it is missing. Each object is a file with its key as its path. */
export async function openFolderStore(dir: string): Promise<ObjectStore> {
  const root = resolve(dir);
  const incoming = join(root, INCOMING);
  try {
    await makeFolder(incoming);
    await removeAbandoned(incoming);
  } catch (error) {
    throw writeError(error, root);
  }
  return {
    name: root,
    async put(key, body) {
      const path = join(root, requireKey(key));
      try {
        return await writeFileAtomically(incoming, path, body);
      } catch (error) {
        throw writeError(error, root);
      }
    },
    async create(key, body) {
      try {
        await makeFolder(dirname(join(root, requireKey(key))));
        return await createFileAtomically(incoming, join(root, key), body);
      } catch (error) {
        throw writeError(error, root);
      }
    },
    get: (key, range) => readFile(root, requireKey(key), range),
    async delete(keys) {
      for (const key of keys.map(requireKey)) await deleteFile(root, key);
    },
    list: (prefix) => listObjects(root, requirePrefix(prefix)),
    close: () => undefined,
  };
}

async function* readFile(root: string, key: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  const limits = range === undefined ? {} : { start: range.start, end: range.start + range.length - 1 };
  try {
    // An empty range cannot be expressed as limits; the object must exist all the same.
    if (range?.length === 0) await stat(join(root, key));
    else yield* createReadStream(join(root, key), limits) as AsyncIterable<Buffer>;
  } catch (error) {
    throw folderError(error, root);
  }
}

async function* listObjects(root: string, prefix: string) {
  try {
    yield* listFiles(root, prefix);
  } catch (error) {
    throw folderError(error, root);
  }
}

/** Deletes an object, and the folders that are empty without it. */
async function deleteFile(root: string, key: string): Promise<void> {
  try {
    await unlink(join(root, key));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw folderError(error, root);
  }
  for (let folder = dirname(key); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}
