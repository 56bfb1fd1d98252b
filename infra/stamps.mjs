import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.mjs';

const fileOf = (name) => join(root, '.data', 'stamps', name);

export function stampOf(files, values) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of files) {
    hash.update(`\0${file}\0`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** What the last run of a step wrote; undefined if it never finished. */
export function readStamp(name) {
  return existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : undefined;
}

export function writeStamp(name, stamp) {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), stamp);
}
