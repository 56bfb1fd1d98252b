import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DumpedDatabase, RestoreError } from '@slipway/prisma';

/** Describes a backup; written last, so a folder without it is no backup. */
export interface Manifest {
  readonly format: 1;
  readonly begunAt: string;
  readonly finishedAt: string;
  /** Identifies the APP_SECRET that decrypts the stored secrets, without revealing it. */
  readonly secret: string;
  readonly database: DumpedDatabase;
  readonly queued: number;
  readonly spoolFiles: number;
}

export function filesIn(folder: string) {
  return {
    manifest: join(folder, 'manifest.json'),
    postgres: join(folder, 'postgres'),
    queue: join(folder, 'queue.jsonl.gz'),
    spool: join(folder, 'spool'),
  };
}

export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('slipway backup').digest('hex').slice(0, 16);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(filesIn(folder).manifest, 'utf8').catch(() => {
    throw new RestoreError(`${folder} is not a complete backup: it has no manifest.json.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format === 1) return manifest;
  throw new RestoreError(`${folder} was made by a newer release, in format ${manifest.format}.`);
}
