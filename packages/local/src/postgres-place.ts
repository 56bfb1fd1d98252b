import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyBinaries, exists } from './postgres-binaries.js';
import { findPostmaster } from './postmaster.js';
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
function folderHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

/** Asks the system itself whether the user gets there: modes alone do not tell (access lists, mount options). */
function reaches({ uid, gid }: ServerUser, folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', folder], { uid, gid, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Whatever the umask says, the server's user has to get through.
  await chmod(privateRoot, 0o755);
  await chmod(folder, 0o755);
}

/**
 * The folder that holds the data: `home`, or one of its own elsewhere when the server's user cannot enter `home`.
 * Data that exists is found again, or moved along, when a folder is opened or closed to others between two starts.
 */
async function chooseFolder(home: string, tools: string, user: ServerUser): Promise<string> {
  const elsewhere = join(privateRoot, folderHash(home));
  const [here, there] = [join(home, 'postgres'), join(elsewhere, 'postgres')];
  const reachable = (await reaches(user, home)) && (await reaches(user, tools));
  if (reachable) return (await exists(here)) || !(await exists(there)) ? home : elsewhere;
  if ((await exists(here)) && !(await exists(there))) {
    if ((await findPostmaster(here)) !== undefined) return home;
    await makePrivateFolder(elsewhere);
    // mv also crosses file systems, and keeps who owns the files.
    await run('mv', [here, there]);
  }
  await makePrivateFolder(elsewhere);
  return elsewhere;
}

/** The server runs as whoever owns the data: an earlier start may have been an ordinary user's. */
async function ownerOf(dataDir: string, user: ServerUser): Promise<ServerUser> {
  const found = await stat(dataDir).catch(() => undefined);
  return found && found.uid !== 0 ? { name: user.name, uid: found.uid, gid: found.gid } : user;
}

/** Decides where binaries and data live, and makes the binaries ready. */
export async function preparePlace(home: string, tools: string): Promise<PostgresPlace> {
  const user = await serverUser();
  const folder = user === undefined ? home : await chooseFolder(home, tools, user);
  const binaries = await copyBinaries(folder === home ? tools : folder);
  const pointer = join(home, 'postgres.path');
  if (folder === home) await rm(pointer, { force: true });
  else await writeFile(pointer, `${folder}\n`);
  const dataDir = join(folder, 'postgres');
  const clusterName = `slipway-${folderHash(dataDir)}`;
  return { binaries, dataDir, clusterName, user: user && (await ownerOf(dataDir, user)) };
}
