import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresPlace } from './postgres-place.js';
import { listProcesses, signal } from './processes.js';

const run = promisify(execFile);

/** The role that owns everything in the local server. */
export const roleName = 'slipway';

/** The server's environment, which inherits nothing from this process. */
export const serverEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Cleans up after a killed server: ends orphaned backends, which hold its shared memory, and removes its pid file. */
export async function clearCrash({ dataDir, clusterName }: PostgresPlace): Promise<void> {
  const orphans = (await listProcesses()).filter(({ command }) =>
    command.startsWith(`postgres: ${clusterName}: `),
  );
  for (const { pid } of orphans) signal(pid, 'SIGKILL');
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
}

/** A slow password check takes as long as everything else in a new connection, and tests open thousands. */
const UNSAFE_OPTIONS = ['--no-sync', '--set=scram_iterations=1'];

/** Creates the data folder if it is missing, with a rename: an interrupted initdb leaves no incomplete folder. */
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
    const options = [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...(durable ? [] : UNSAFE_OPTIONS)];
    await runInitdb(binaries, options, user);
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
    throw new Error(`The PostgreSQL data folder could not be created: ${output.split('\n').slice(-3).join(' ')}`, {
      cause: error,
    });
  }
}
