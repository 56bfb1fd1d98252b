import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkout, runNode } from './tool.js';

const texts = (...args: string[]) => runNode(join(checkout, 'infra/texts.mjs'), args, checkout);

it('npm run texts lists what people read, with its place, and no code', async () => {
  const { code, stdout } = await texts('apps/web/src/pages/home', 'packages/db/src/reads/home');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^apps\/web\/src\/pages\/home\/[\w-]+\.tsx:\d+\tIn store review$/m);
  expect(stdout).not.toMatch(/\bSELECT\b|className|text-ink/);
});

it('npm run texts lists the titles of tests and the comments on request', async () => {
  const { stdout: titles } = await texts('--tests', 'tests/architecture/texts.test.ts');
  expect(titles).toContain('\tnpm run texts lists the titles of tests and the comments on request\n');
  const { stdout: comments } = await texts('--comments', 'infra/tsconfigs.mjs');
  expect(comments).toMatch(/^infra\/tsconfigs\.mjs:\d+\tVite compiles the pages/m);
});
