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

/** The files of the server and the user that it runs as. */
export interface PostgresPlace {
  /** The folder that contains initdb and postgres. */
  binaries: string;
  dataDir: string;
  user: ServerUser | undefined;
  /** Identifies this data folder in the server's process titles. */
  clusterName: string;
}

/** A short, stable name for a folder. */
function folderHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

/** Tries to enter the folder as the user: file modes ignore access lists and mount options. */
function canEnter({ uid, gid }: ServerUser, folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd -- "$1" && test -x .', 'sh', folder], { uid, gid, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // The umask may be strict, but the server's user needs access.
  await chmod(privateRoot, 0o755);
  await chmod(folder, 0o755);
}

/**
 * Chooses the folder for the data: `home`, or one below /var/lib if the server's user cannot enter `home`. If the
 * permissions of `home` change between two starts, existing data is found or moved.
 */
async function chooseFolder(home: string, tools: string, user: ServerUser): Promise<string> {
  const elsewhere = join(privateRoot, folderHash(home));
  const [here, there] = [join(home, 'postgres'), join(elsewhere, 'postgres')];
  const reachable = (await canEnter(user, home)) && (await canEnter(user, tools));
  if (reachable) return (await exists(here)) || !(await exists(there)) ? home : elsewhere;
  if ((await exists(here)) && !(await exists(there))) {
    if ((await findPostmaster(here)) !== undefined) return home;
    await makePrivateFolder(elsewhere);
    // mv works across file systems and preserves the owner.
    await run('mv', [here, there]);
  }
  await makePrivateFolder(elsewhere);
  return elsewhere;
}

/** The server runs as the owner of the data; an ordinary user may have started it earlier. */
async function ownerOf(dataDir: string, user: ServerUser): Promise<ServerUser> {
  const found = await stat(dataDir).catch(() => undefined);
  return found && found.uid !== 0 ? { name: user.name, uid: found.uid, gid: found.gid } : user;
}

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
