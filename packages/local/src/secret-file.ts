import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a secret from a file. Creates the file with random hex and mode 0600 if it is missing. */
export async function secretFile(path: string, bytes = 32): Promise<string> {
  const stored = await readSecret(path);
  if (stored) return stored;
  await mkdir(dirname(path), { recursive: true });
  const secret = randomBytes(bytes).toString('hex');
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  try {
    // A link never replaces a file, so two processes that create it at the same time both use the first secret.
    await link(draft, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const raced = await readSecret(path);
    if (raced) return raced;
    throw new Error(`${path} is empty: remove it`, { cause: error });
  } finally {
    await unlink(draft);
  }
}
