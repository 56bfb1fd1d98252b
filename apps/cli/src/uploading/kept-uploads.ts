import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, stateFolder } from '@slipway/credentials';
import { LogSpool } from './log-spool.js';
import { type LogEnd, type UploadedLog, type UploadOutcome, uploadLog } from './upload-log.js';

/** What is kept of a log that could not be uploaded in time, beside its parts. */
interface KeptUpload {
  readonly log: UploadedLog;
  readonly end: LogEnd;
}

const UPLOAD = 'upload.json';
const KEPT = '.kept';
/** The rest of a step that was killed, and a log that nobody sent. */
const ABANDONED_MS = 3 * 24 * 60 * 60_000;

const uploadsFolder = (env: Env) => join(stateFolder(env), 'uploads');

/** A folder for the output of a step, until the service has it. */
export function newUploadFolder(env: Env): string {
  return join(uploadsFolder(env), randomUUID());
}

/** Keeps a log whose upload was not finished, for `slipway report flush`. */
export async function keepUpload(folder: string, kept: KeptUpload): Promise<void> {
  await writeFile(join(folder, UPLOAD), JSON.stringify(kept), { mode: 0o600 });
  await rename(folder, `${folder}${KEPT}`);
}

/** Uploads the logs that were kept. Another process that does so at the same time takes others. */
export async function sendKeptUploads(env: Env, limitMs: number): Promise<UploadOutcome[]> {
  await removeAbandoned(env);
  const deadline = Date.now() + limitMs;
  const outcomes: UploadOutcome[] = [];
  for (const name of await keptFolders(env)) {
    const folder = join(uploadsFolder(env), name);
    const own = folder.slice(0, -KEPT.length);
    const isTaken = await rename(folder, own).then(
      () => true,
      () => false,
    );
    if (isTaken) outcomes.push(await sendKept(own, deadline));
  }
  return outcomes;
}

async function sendKept(folder: string, deadline: number): Promise<UploadOutcome> {
  const { log, end } = JSON.parse(await readFile(join(folder, UPLOAD), 'utf8')) as KeptUpload;
  const spool = await LogSpool.reopen(folder);
  const outcome = await uploadLog(log, spool, {
    ended: () => end,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isOver: () => Date.now() > deadline,
  });
  if (outcome.kind === 'unfinished') await rename(folder, `${folder}${KEPT}`);
  else await spool.remove();
  return outcome;
}

async function keptFolders(env: Env): Promise<string[]> {
  const names = await readdir(uploadsFolder(env)).catch(() => []);
  return names.filter((name) => name.endsWith(KEPT)).toSorted();
}

async function removeAbandoned(env: Env): Promise<void> {
  for (const name of await readdir(uploadsFolder(env)).catch(() => [])) {
    const folder = join(uploadsFolder(env), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}
