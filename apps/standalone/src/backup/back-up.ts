import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DumpedDatabase, dumpDatabase } from '@slipway/prisma';
import { connectRetrying, type RedisSettings, readQueuedWork } from '@slipway/queue';
import { onTable, type Progress } from '../progress.js';
import { filesIn, fingerprintOf, type Manifest } from './manifest.js';
import { copySpool } from './spool-files.js';

export interface BackUpOptions {
  /** A direct connection. */
  readonly databaseUrl: string;
  readonly redis: RedisSettings;
  readonly spools: readonly string[];
  readonly appSecret: string;
  /** Must not exist, or be empty. */
  readonly folder: string;
  readonly log: Progress;
}

/**
 * Backs up the spools, then Redis, then PostgreSQL, while the service runs. Accepted deliveries move in this order, so each
 * that was accepted before is in at least one of the three.
 */
export async function backUp(options: BackUpOptions): Promise<Manifest> {
  const { folder, appSecret, log } = options;
  await refuseTaken(folder);
  // Renamed at the end, so that an interrupted backup is never mistaken for a complete one.
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.part`);
  const files = filesIn(draft);
  const begunAt = new Date().toISOString();
  try {
    for (const path of [files.postgres, files.spool]) await mkdir(path, { recursive: true, mode: 0o700 });
    const spoolFiles = await copySpools(options, files.spool);
    const queued = await copyQueues(options, files.queue);
    const database = await copyDatabase(options, files.postgres);
    const finishedAt = new Date().toISOString();
    const secret = fingerprintOf(appSecret);
    const manifest: Manifest = { format: 1, begunAt, finishedAt, secret, database, queued, spoolFiles };
    await writeFile(files.manifest, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    log.info(
      `  Not in the backup: APP_SECRET, without which nobody can read the stored secrets. Keep it elsewhere.`,
    );
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function refuseTaken(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw new Error(`${folder} is not empty. Name a new folder.`);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function copySpools({ spools, log }: BackUpOptions, target: string): Promise<number> {
  const text = {
    doing: 'Copying the spool',
    done: (files: number) => `${counted(files, 'file')} of the spool copied`,
  };
  return log.step(text, async () => {
    let files = 0;
    for (const [place, spool] of spools.entries()) files += await copySpool(spool, join(target, String(place)));
    return files;
  });
}

function copyQueues({ redis, log }: BackUpOptions, file: string): Promise<number> {
  const text = {
    doing: 'Copying the queues',
    done: (queued: number) => `${counted(queued, 'queued job')} copied`,
  };
  return log.step(text, async (update) => {
    const connection = connectRetrying(redis, () => undefined);
    let queued = 0;
    async function* lines() {
      for await (const work of readQueuedWork(connection)) {
        queued += 1;
        if (queued % 100 === 0) update(`Copying the queues: ${queued} jobs`);
        yield `${JSON.stringify(work)}\n`;
      }
    }
    const target = createWriteStream(file, { mode: 0o600, flush: true });
    await pipeline(Readable.from(lines()), createGzip({ level: 1 }), target).finally(() =>
      connection.disconnect(),
    );
    return queued;
  });
}

function copyDatabase({ databaseUrl: url, log }: BackUpOptions, folder: string): Promise<DumpedDatabase> {
  const done = ({ tables }: DumpedDatabase) => {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `${counted(tables.length, 'table')} with ${counted(rows, 'row')} copied`;
  };
  return log.step({ doing: 'Copying the database', done }, (update) =>
    dumpDatabase({ url, folder, onTable: onTable('Copying the database', update) }),
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
