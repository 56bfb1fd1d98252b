import { statfs } from 'node:fs/promises';
import type { ServerHealth } from '@slipway/db';
import type { Settings } from '@slipway/runtime';

/** The space for the database, and where it is known from. */
export interface DatabaseDisk {
  readonly source: 'filesystem' | 'setting';
  readonly sizeBytes: number;
  readonly freeBytes: number;
}

const GIB = 1024 ** 3;

/**
 * PostgreSQL does not report the size of its disk. For a server on this machine, the file system of its data is measured;
 * otherwise, DATABASE_DISK_GB says how large the database may be. Null if neither is known.
 */
export async function readDatabaseDisk(
  { dataDirectory, sizeBytes }: Pick<ServerHealth, 'dataDirectory' | 'sizeBytes'>,
  settings: Pick<Settings, 'DATABASE_DIRECT_URL' | 'DATABASE_DISK_GB'>,
): Promise<DatabaseDisk | null> {
  const { DATABASE_DIRECT_URL: url, DATABASE_DISK_GB: diskGiB } = settings;
  const stats = dataDirectory !== null && isLocal(url) ? await statfs(dataDirectory).catch(() => null) : null;
  if (stats !== null) {
    const { bsize, blocks, bavail } = stats;
    return { source: 'filesystem', sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
  }
  if (diskGiB === undefined) return null;
  const limit = diskGiB * GIB;
  return { source: 'setting', sizeBytes: limit, freeBytes: Math.max(0, limit - sizeBytes) };
}

/** Whether the server runs on this machine: at a loopback address, or behind a socket in a folder. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === '' || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
