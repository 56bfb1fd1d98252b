import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { codeVersion, hashCode } from './code-version.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-code-'));
  await mkdir(join(folder, 'presenters'));
  await writeFile(join(folder, 'presenters/present.js'), 'export const present = String;');
});

afterAll(() => rm(folder, { recursive: true }));

it('the version changes with the code, not with the files beside it', async () => {
  const before = hashCode([folder]);
  await writeFile(join(folder, 'presenters/present.d.ts'), 'export declare const present: unknown;');
  expect(hashCode([folder])).toBe(before);
  await writeFile(join(folder, 'presenters/present.js'), 'export const present = Number;');
  expect(hashCode([folder])).not.toBe(before);
});

it('every process of a release has the same version', () => {
  expect(codeVersion()).toBe(codeVersion());
  expect(codeVersion()).not.toBe(hashCode([]));
});
