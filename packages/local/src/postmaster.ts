import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.js';

export interface PostmasterFile {
  pid: number;
  status: string;
}

export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // The eighth line is starting, ready, stopping or standby.
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/** The pid of the server that runs on the data folder. The pid file may be stale and its pid reused. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const file = await readPostmasterFile(dataDir);
  if (!file) return undefined;
  const found = await findProcess(file.pid);
  return found?.command.includes(`postgres -D ${dataDir} `) ? file.pid : undefined;
}
