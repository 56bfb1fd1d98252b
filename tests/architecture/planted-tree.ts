import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The workspace folders; the last part of each is the name of its package. */
const workspaces = [
  ...['api', 'cli', 'console', 'ingest', 'mcp', 'standalone', 'web', 'worker'].map((name) => `apps/${name}`),
  ...[
    'client',
    'contracts',
    'db',
    'destinations',
    'diagnosis',
    'domain',
    'http',
    'local',
    'objects',
    'providers',
    'queue',
    'reports',
    'rest',
    'runtime',
    'seed',
  ].map((name) => `packages/${name}`),
  'packages/testing',
  'prisma',
];

const externals = [
  ...[
    '@prisma/client',
    '@jest/globals',
    'aws4',
    'bullmq',
    'express',
    'fast-check',
    'ioredis',
    'pg',
    'pino',
    'supertest',
  ],
  'typebox',
];

export interface PlantedTree {
  root: string;
  remove(): Promise<void>;
}

/**
 * Creates a workspace in a temporary folder: every package with an empty index, plus `files`. Third-party packages are
 * linked, like declared ones in pnpm, or missing, like undeclared ones.
 */
export async function plantTree(
  files: Record<string, string>,
  { installed }: { installed: boolean },
): Promise<PlantedTree> {
  const root = await mkdtemp(join(tmpdir(), 'slipway-planted-'));
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const link = async (target: string, path: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await symlink(join(root, target), join(root, path), 'dir');
  };

  await write('package.json', JSON.stringify({ name: 'planted', private: true }));
  for (const dir of workspaces) {
    const name = `@slipway/${dir.split('/').at(-1)}`;
    const exports = { '.': { '@slipway/source': './src/index.ts', default: './dist/index.js' } };
    await write(`${dir}/package.json`, JSON.stringify({ name, type: 'module', exports }));
    await write(`${dir}/src/index.ts`, 'export {};\n');
    await link(dir, `node_modules/${name}`);
  }
  for (const name of installed ? externals : []) {
    const home = `node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}`;
    await write(`${home}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    await write(`${home}/index.js`, '');
    await link(home, `node_modules/${name}`);
  }
  for (const [path, content] of Object.entries(files)) await write(path, content);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
