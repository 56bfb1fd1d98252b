import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedObject } from '../object-store.js';

/** The files below a folder whose keys begin with the prefix, in the order of S3: by key, as bytes. */
export async function* listFiles(root: string, prefix: string, folder = ''): AsyncGenerator<ListedObject> {
  const entries = await unlessMissing(readdir(join(root, folder), { withFileTypes: true }));
  const found = (entries ?? [])
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({ entry, path: `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}` }))
    .filter(({ path }) => path.startsWith(prefix) || prefix.startsWith(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of found) {
    if (entry.isDirectory()) yield* listFiles(root, prefix, path);
    else if (path.startsWith(prefix)) yield* listFile(root, path);
  }
}

async function* listFile(root: string, key: string): AsyncGenerator<ListedObject> {
  const stats = await unlessMissing(stat(join(root, key)));
  if (stats?.isFile()) yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
}

/** What is deleted while it is being listed is not there. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
