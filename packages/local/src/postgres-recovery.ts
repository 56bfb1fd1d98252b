import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from './postgres-binaries.js';
import type { PostgresPlace } from './postgres-place.js';
import { backUp, copyFiles } from './postgres-replica.js';

/** What a lost server is recovered from. */
export interface PostgresRecovery {
  /** The URL of the lost server; the recovered one has the same users. */
  readonly url: string;
  /** A base backup, as `backUpPostgres` makes it. */
  readonly backup: string;
  /** The folder with the archived segments of the write-ahead log. */
  readonly archive: string;
  /** Recovers what was committed until this time, such as `2026-05-04 09:30:00+00`; by default everything archived. */
  readonly until?: string;
}

/**
 * Makes a base backup of a running server that archives its log, as pg_basebackup does with `--wal-method=none`. The log
 * is not part of it: recovery reads it from the archive.
 */
export async function backUpPostgres(url: string, target: string): Promise<void> {
  const label = await backUp(url, target, true);
  const log = join(target, 'pg_wal');
  for (const name of await readdir(log)) await rm(join(log, name), { recursive: true });
  await writeFile(join(target, 'backup_label'), label);
}

/** Creates the data folder of a server that recovers when it starts, and then accepts writes. */
export async function restoreDataDir({ dataDir, user }: PostgresPlace, recovery: PostgresRecovery): Promise<void> {
  if (await exists(dataDir)) return;
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await copyFiles(recovery.backup, draft);
  const settings = [
    `restore_command = 'cp ${join(recovery.archive, '%f')} %p'`,
    ...(recovery.until === undefined ? [] : [`recovery_target_time = '${recovery.until}'`]),
    "recovery_target_action = 'promote'",
    '',
  ];
  const files = {
    backup_label: undefined,
    'recovery.signal': '',
    'postgresql.auto.conf': settings.join('\n'),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(draft, name);
    if (text !== undefined) await writeFile(path, text, { mode: 0o600 });
    if (user) await chown(path, user.uid, user.gid);
  }
  await rename(draft, dataDir);
}
