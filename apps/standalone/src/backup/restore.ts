import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { loadDatabase, RestoreError } from '@slipway/prisma';
import { connectRetrying, openQueuedWork, type QueuedWork, type RedisSettings } from '@slipway/queue';
import { onTable, type Progress } from '../progress.js';
import { filesIn, fingerprintOf, type Manifest, readManifest } from './manifest.js';
import { restoreSpool } from './spool-files.js';

export interface RestoreOptions {
  /** A direct connection. */
  readonly databaseUrl: string;
  readonly redis: RedisSettings;
  readonly spool: string;
  /** The current secret and those that are also accepted. */
  readonly appSecrets: readonly string[];
  readonly folder: string;
  /** Whether the rows of a database that is in use may be deleted. */
  readonly overwrite: boolean;
  /** Whether to go on although no secret decrypts what is stored. */
  readonly withoutSecret: boolean;
  readonly log: Progress;
}

/**
 * Restores PostgreSQL, then adds what was queued and spooled. What PostgreSQL has already applied takes no effect again, so
 * an interrupted restore can be repeated.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { folder, databaseUrl: url, overwrite, log } = options;
  const manifest = await readManifest(folder);
  refuseOtherSecret(manifest, options);
  const { database } = manifest;
  const files = filesIn(folder);
  await log.step({ doing: 'Restoring the database', done: 'database restored' }, (update) =>
    loadDatabase({
      url,
      folder: files.postgres,
      database,
      overwrite,
      onTable: onTable('Restoring the database', update),
    }),
  );
  await log.step({ doing: 'Restoring the queues', done: `${manifest.queued} queued jobs restored` }, (update) =>
    restoreQueues(options.redis, files.queue, (jobs) => update(`Restoring the queues: ${jobs} jobs`)),
  );
  await log.step(
    { doing: 'Restoring the spool', done: `${manifest.spoolFiles} files of the spool restored` },
    () => restoreSpools(files.spool, options.spool),
  );
  return manifest;
}

function refuseOtherSecret({ secret }: Manifest, { appSecrets, withoutSecret }: RestoreOptions): void {
  if (withoutSecret || appSecrets.some((value) => fingerprintOf(value) === secret)) return;
  throw new RestoreError(
    'The stored secrets need the APP_SECRET from the time of the backup: set it, add it to APP_SECRET_ALSO_ACCEPTED, or ' +
      'copy the app-secret that npm start generated into DATA_DIR. If it is lost, add --without-secret and enter all ' +
      'signing secrets again.',
  );
}

async function restoreQueues(
  redis: RedisSettings,
  file: string,
  onProgress: (jobs: number) => void,
): Promise<void> {
  const connection = connectRetrying(redis, () => undefined);
  const queues = openQueuedWork(connection);
  try {
    let jobs = 0;
    await pipeline(createReadStream(file), createGunzip(), async (text) => {
      for await (const line of linesOf(text)) {
        await queues.add(JSON.parse(line) as QueuedWork);
        jobs += 1;
        if (jobs % 100 === 0) onProgress(jobs);
      }
    });
  } finally {
    await queues.close();
    connection.disconnect();
  }
}

/** Unlike `readline`, splits only at line feeds: JSON may contain other line separators. */
async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function restoreSpools(backup: string, spool: string): Promise<void> {
  for (const name of await readdir(backup)) await restoreSpool(join(backup, name), spool);
}
