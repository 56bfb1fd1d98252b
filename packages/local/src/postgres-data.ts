import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresPlace } from './postgres-place.js';
import { findProcess, listProcesses, signal } from './processes.js';

const run = promisify(execFile);

/** The role that owns everything in the local server. */
export const roleName = 'slipway';

/** Nothing of this process's environment reaches the server. */
export const serverEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

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

/** Ends what a killed server left: orphaned backends hold its shared memory, a stale pid file would be believed. */
export async function clearCrash({ dataDir, clusterName }: PostgresPlace): Promise<void> {
  const orphans = (await listProcesses()).filter(({ command }) =>
    command.startsWith(`postgres: ${clusterName}: `),
  );
  for (const { pid } of orphans) signal(pid, 'SIGKILL');
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Makes the data folder when there is none, in one step: an interrupted initdb leaves nothing behind that counts. */
export async function ensureDataDir(place: PostgresPlace, password: string, durable: boolean): Promise<void> {
  const { dataDir, binaries, user } = place;
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT')
      throw new Error(`${dataDir} cannot be read: it belongs to another user`, { cause: error });
    return undefined;
  });
  if (version !== undefined) return;
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.initial-password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
  try {
    await runInitdb(
      binaries,
      [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])],
      user,
    );
    await rename(draft, dataDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(binaries: string, args: string[], user: PostgresPlace['user']): Promise<void> {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const settings = [
    `--username=${roleName}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  try {
    await run(join(binaries, 'initdb'), [...args, ...settings], { cwd: '/', env: serverEnv, ...identity });
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new Error(`PostgreSQL's data folder could not be made: ${output.split('\n').slice(-3).join(' ')}`, {
      cause: error,
    });
  }
}
