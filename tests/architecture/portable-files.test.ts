import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout } from './tool.js';

const skipped = new Set(['.data', '.git', 'coverage', 'dist', 'generated', 'node_modules']);

/** Paths on one particular machine, and hosts of one package registry. */
const notPortable = /(?<![\w.~-])\/(?:work|root)\/|registry\.npmjs|registry\.yarnpkg/;

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(join(checkout, folder), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name)) return [];
    return entry.isDirectory() ? files(path) : [path];
  });
  return (await Promise.all(nested)).flat();
}

it('no file contains a machine-specific path or a registry host', async () => {
  const found: string[] = [];
  for (const path of await files('.')) {
    if (notPortable.test(await readFile(join(checkout, path), 'utf8'))) found.push(path);
  }
  expect(found).toEqual([]);
});
