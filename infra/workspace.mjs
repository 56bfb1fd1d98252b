import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** Every workspace package as {dir, manifest}, in a stable order. */
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
