import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages besides this one that decide what a response contains. */
const PACKAGES = ['@slipway/contracts', '@slipway/db', '@slipway/domain'];
/** The generated client is several megabytes, and hands out rows as they are. */
const CODE = /^(?!generated\/).*(?<!\.d)\.[jt]s$/;

/** A hash of the code that turns rows into responses: the same in all processes of a release, different in the next. */
export function codeVersion(): string {
  const { resolve } = createRequire(import.meta.url);
  return hashCode([fileURLToPath(import.meta.url), ...PACKAGES.map((name) => resolve(name))].map(dirname));
}

/** A hash of the code in the folders and their subfolders. */
export function hashCode(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => CODE.test(file));
    for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}
