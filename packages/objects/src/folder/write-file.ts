import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectBody } from '../object-store.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** A folder can be removed, because it is empty, between its creation and the rename into it. */
const ATTEMPTS = 5;

/** Creates a folder and those above it, each durable in the one that contains it. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let created = path; ; created = dirname(created)) {
    await syncFolder(dirname(created));
    if (created === first) return;
  }
}

/** Makes new, renamed and removed entries of a folder survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Writes a file beside the others and then gives it its name, so that nobody sees a part of it. Returns its size. */
export async function writeFileAtomically(incoming: string, path: string, body: ObjectBody): Promise<number> {
  const draft = await writeDraft(incoming, body);
  try {
    await moveInto(draft.path, path);
    return draft.size;
  } catch (error) {
    await rm(draft.path, { force: true });
    throw error;
  }
}

/** Like `writeFileAtomically`, unless the file exists. Returns whether it was created. */
export async function createFileAtomically(incoming: string, path: string, body: Uint8Array): Promise<boolean> {
  const draft = await writeDraft(incoming, body);
  try {
    await link(draft.path, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft.path, { force: true });
  }
}

async function writeDraft(incoming: string, body: ObjectBody): Promise<{ path: string; size: number }> {
  await makeFolder(incoming);
  const path = join(incoming, randomUUID());
  const file = await open(path, 'wx', FILE_MODE);
  try {
    const size = await writeBody(file, body);
    await file.datasync();
    await file.close();
    return { path, size };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function writeBody(file: FileHandle, body: ObjectBody): Promise<number> {
  let size = 0;
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    for (let offset = 0; offset < part.byteLength; ) {
      const { bytesWritten } = await file.write(part, offset);
      offset += bytesWritten;
    }
    size += part.byteLength;
  }
  return size;
}

async function moveInto(draft: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await makeFolder(dirname(path));
    try {
      await rename(draft, path);
      await syncFolder(dirname(path));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}
