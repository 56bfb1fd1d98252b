import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout } from './tool.js';

const skipped = new Set(['.data', '.git', 'coverage', 'dist', 'generated', 'node_modules']);

/** What ties a file to the machine it was written on, or an install to one registry. */
const hostBound = /(?<![\w.~-])\/(?:work|root)\/|registry\.npmjs|registry\.yarnpkg/;

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(join(checkout, folder), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name)) return [];
    return entry.isDirectory() ? files(path) : [path];
  });
  return (await Promise.all(nested)).flat();
}

it('no file names a path of some machine or a registry host', async () => {
  const bound: string[] = [];
  for (const path of await files('.')) {
    if (hostBound.test(await readFile(join(checkout, path), 'utf8'))) bound.push(path);
  }
  expect(bound).toEqual([]);
});
