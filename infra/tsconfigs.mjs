import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, workspacePackages } from './workspace.mjs';

/** The `tsconfig.json` of each package, with references to the packages it depends on, and that of the solution. */
export function* tsconfigs() {
  // Vite compiles the pages, with their own settings.
  const packages = workspacePackages().filter(({ dir }) => !existsSync(join(root, dir, 'vite.config.ts')));
  const dirOf = new Map(packages.map(({ dir, manifest }) => [manifest.name, dir]));
  for (const { dir, manifest } of packages) {
    // A bundled app has no dependencies at run time, only development ones.
    const references = Object.keys(manifest.dependencies ?? manifest.devDependencies ?? {})
      .filter((name) => dirOf.has(name))
      .map((name) => ({ path: relative(dir, dirOf.get(name)) }));
    const config = {
      extends: `${relative(dir, '.')}/tsconfig.base.json`,
      compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
      include: ['src'],
      exclude: ['src/**/*.test.ts', 'src/**/*.fixture.ts'],
      references,
    };
    yield [`${dir}/tsconfig.json`, `${JSON.stringify(config, null, 2)}\n`];
  }
  const solution = { files: [], references: packages.map(({ dir }) => ({ path: dir })) };
  yield ['tsconfig.json', `${JSON.stringify(solution, null, 2)}\n`];
}
