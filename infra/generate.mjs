/**
 * Writes the files that follow from the folders: TypeScript project references and the registries of
 * endpoints, providers, jobs, commands and tools. `--check` writes nothing and fails when one is stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, workspacePackages } from './workspace.mjs';

const registries = [
  { folder: 'apps/api/src/routes', member: 'endpoint', list: 'endpoints', out: 'apps/api/src/registry.ts' },
  {
    folder: 'packages/providers/src/providers',
    member: 'provider',
    list: 'providers',
    out: 'packages/providers/src/registry.ts',
  },
  {
    folder: 'packages/diagnosis/src/matchers',
    member: 'family',
    list: 'families',
    out: 'packages/diagnosis/src/registry.ts',
  },
  { folder: 'apps/worker/src/jobs', member: 'job', list: 'jobs', out: 'apps/worker/src/registry.ts' },
  { folder: 'apps/cli/src/commands', member: 'command', list: 'commands', out: 'apps/cli/src/registry.ts' },
  { folder: 'apps/mcp/src/tools', member: 'tool', list: 'tools', out: 'apps/mcp/src/registry.ts' },
];

function* tsconfigs() {
  const packages = workspacePackages();
  const dirOf = new Map(packages.map(({ dir, manifest }) => [manifest.name, dir]));
  for (const { dir, manifest } of packages) {
    const references = Object.keys(manifest.dependencies ?? {})
      .filter((name) => dirOf.has(name))
      .map((name) => ({ path: relative(dir, dirOf.get(name)) }));
    const config = {
      extends: `${relative(dir, '.')}/tsconfig.base.json`,
      compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
      include: ['src'],
      exclude: ['src/**/*.test.ts'],
      references,
    };
    yield [`${dir}/tsconfig.json`, `${JSON.stringify(config, null, 2)}\n`];
  }
  const solution = { files: [], references: packages.map(({ dir }) => ({ path: dir })) };
  yield ['tsconfig.json', `${JSON.stringify(solution, null, 2)}\n`];
}

/** Files of a folder tree that each export one unit: an endpoint, a provider, a job. */
function unitFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return existsSync(join(root, path, 'index.ts')) ? [`${path}/index.ts`] : unitFiles(path);
      return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
    })
    .toSorted();
}

const camel = (path) =>
  path.replace(/[^a-zA-Z0-9]+(.)/g, (_, letter) => letter.toUpperCase()).replace(/^./, (c) => c.toLowerCase());

function* registryFiles() {
  for (const { folder, member, list, out } of registries) {
    const units = unitFiles(folder).map((path) => ({
      name:
        camel(path.slice(folder.length + 1, -'.ts'.length).replace(/\/index$/, '')) +
        member.replace(/^./, (c) => c.toUpperCase()),
      from: `./${relative(dirname(out), path).replace(/\.ts$/, '.js')}`,
    }));
    yield [
      out,
      [
        '// Generated from the folder by `npm run generate`. Do not edit.',
        ...units.map(({ name, from }) => `import { ${member} as ${name} } from '${from}';`),
        '',
        `export const ${list} = [`,
        ...units.map(({ name }) => `  ${name},`),
        '] as const;',
        '',
      ].join('\n'),
    ];
  }
}

const check = process.argv.includes('--check');
const stale = [];
for (const [path, content] of [...tsconfigs(), ...registryFiles()]) {
  const target = join(root, path);
  if (existsSync(target) && readFileSync(target, 'utf8') === content) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
if (check && stale.length > 0) {
  console.error(`stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exit(1);
}
console.log(check ? 'generated files are fresh' : `wrote ${stale.length} file(s)`);
