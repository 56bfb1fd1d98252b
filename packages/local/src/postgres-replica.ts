import { execFile } from 'node:child_process';
import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { exists } from './postgres-binaries.js';
import type { PostgresPlace } from './postgres-place.js';

const run = promisify(execFile);

/**
 * Creates the data folder of a streaming replica from that of the primary, which may be running. pg_basebackup
 * does the same, but is not among the binaries that npm provides.
 */
export async function copyDataDir({ dataDir, user }: PostgresPlace, primaryUrl: string): Promise<void> {
  if (await exists(dataDir)) return;
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  const label = await backUp(primaryUrl, draft, false);
  const { hostname, port, username, password } = new URL(primaryUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const files = {
    backup_label: label,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${source}'\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(draft, name), text, { mode: 0o600 });
    if (user) await chown(join(draft, name), user.uid, user.gid);
  }
  await rename(draft, dataDir);
}

/**
 * Copies the files of a running server; returns the label that tells a server where to start recovery. If it waits for
 * the archive, that has the log of the copy afterward.
 */
export async function backUp(url: string, target: string, waitsForArchive: boolean): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory');
    await client.query("SELECT pg_backup_start('slipway', fast => true)");
    await copyFiles(folders[0]?.data_directory ?? '', target);
    await rm(join(target, 'postmaster.pid'), { force: true });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop($1)', [
      waitsForArchive,
    ]);
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

/** cp preserves the owner and the modes, which the server checks. */
export async function copyFiles(source: string, target: string): Promise<void> {
  await run('cp', ['-a', source, target]);
}
