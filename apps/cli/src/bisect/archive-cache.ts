import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, type Env } from '@slipway/credentials';
import { makeFolder, readJsonFile, writeJsonFile } from '../private-file.js';

/** The least recently used archives are removed beyond this; the one in use never is. */
const MAX_BYTES = 20 * 1024 ** 3;
/** A draft this old belongs to a process that was killed. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

const RECORD = 'archive.json';
const CONTENT = 'content';
const DRAFT = '.draft';

export interface CachedArchive {
  readonly name: string;
  readonly bytes: number;
  /** In milliseconds. */
  readonly usedAt: number;
}

/** The archives to remove so that the others fit, least recently used first; `kept` stays in any case. */
export function surplus(archives: readonly CachedArchive[], kept: string, maxBytes: number): string[] {
  let total = archives.reduce((sum, { bytes }) => sum + bytes, 0);
  const removed: string[] = [];
  for (const { name, bytes } of archives.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) break;
    if (name === kept) continue;
    removed.push(name);
    total -= bytes;
  }
  return removed;
}

/** Unpacked archives, each in a folder of its own. */
export function openArchiveCache(env: Env, maxBytes = MAX_BYTES) {
  const folder = join(cacheFolder(env), 'archives');
  return {
    /** The content of an archive. `fill` writes it into an empty folder if it is not there; a failure leaves nothing. */
    async get(
      identity: readonly string[],
      fill: (draft: string, content: string) => Promise<void>,
    ): Promise<string> {
      const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
      const kept = join(folder, name);
      if (await touch(kept)) return join(kept, CONTENT);
      const draft = join(folder, `${name}.${randomUUID()}${DRAFT}`);
      await makeFolder(draft);
      try {
        const content = join(draft, CONTENT);
        await fill(draft, content);
        await writeJsonFile(join(draft, RECORD), { bytes: await sizeOf(content) });
        await moveTo(draft, kept);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
      await removeSurplus(folder, name, maxBytes);
      return join(kept, CONTENT);
    },
  };
}

export type ArchiveCache = ReturnType<typeof openArchiveCache>;

/** Notes that an archive is used; false if there is none. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(join(path, RECORD), now, now).then(
    () => true,
    () => false,
  );
}

/** Another process may have unpacked the same archive meanwhile. */
async function moveTo(draft: string, path: string): Promise<void> {
  try {
    await rename(draft, path);
  } catch (error) {
    if (!(await touch(path))) throw error;
  }
}

async function removeSurplus(folder: string, kept: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder);
  const archives: CachedArchive[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (name.endsWith(DRAFT)) await removeAbandoned(path);
    else archives.push(await describe(path, name));
  }
  for (const name of surplus(archives, kept, maxBytes))
    await rm(join(folder, name), { recursive: true, force: true });
}

async function removeAbandoned(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
}

async function describe(path: string, name: string): Promise<CachedArchive> {
  const record = join(path, RECORD);
  const { bytes = 0 } = ((await readJsonFile(record, `Remove ${path}.`)) ?? {}) as { readonly bytes?: number };
  const { mtimeMs } = await stat(record).catch(() => ({ mtimeMs: 0 }));
  return { name, bytes, usedAt: mtimeMs };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
