import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** All workspace packages as { dir, manifest }, in a stable order. */
export function workspacePackages() {
  const dirs = [
    ...readdirSync(join(root, 'apps')).map((name) => `apps/${name}`),
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
    'prisma',
  ];
  return dirs.toSorted().map((dir) => ({
    dir,
    manifest: JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')),
  }));
}
