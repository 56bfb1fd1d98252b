import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.js';

/** What the server keeps in postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  status: string;
}

/** The server's own note of its process; undefined when there is none. */
export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // The eighth line is starting, ready, stopping or standby.
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/** The pid of a server alive on the data folder: the pid file may be stale and its number long another process's. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const noted = await readPostmasterFile(dataDir);
  if (!noted) return undefined;
  const found = await findProcess(noted.pid);
  return found?.command.includes(`postgres -D ${dataDir} `) ? noted.pid : undefined;
}
