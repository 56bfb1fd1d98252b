import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout, filesOf } from './tool.js';

/** Paths on one particular machine, and hosts of one package registry. */
const notPortable = /(?<![\w.~-])\/(?:work|root)\/|registry\.npmjs|registry\.yarnpkg/;

it('no file contains a machine-specific path or a registry host', async () => {
  const found: string[] = [];
  for (const path of await filesOf('.')) {
    if (notPortable.test(await readFile(join(checkout, path), 'utf8'))) found.push(path);
  }
  expect(found).toEqual([]);
});
