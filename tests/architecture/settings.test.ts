import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PlantedTree, plantTree } from './planted-tree.js';
import { checkout, runTool } from './tool.js';

const source = 'export const port = process.env.PORT;\n';
const forbidden = [
  'apps/api/src/app.ts',
  'apps/worker/src/main.ts',
  'packages/domain/src/port.ts',
  'packages/queue/src/port.ts',
  'packages/testing/src/database.ts',
  'prisma/src/port.ts',
];
const allowed = [
  'apps/cli/src/main.ts',
  'apps/worker/src/launch.ts',
  'infra/start.mjs',
  'packages/runtime/src/config.ts',
];

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

describe('process.env', () => {
  let tree: PlantedTree;
  let reported: string[];
  beforeAll(async () => {
    tree = await plantTree(Object.fromEntries([...forbidden, ...allowed].map((file) => [file, source])), {
      installed: false,
    });
    await copyFile(join(checkout, 'biome.json'), join(tree.root, 'biome.json'));
    const args = ['lint', '--vcs-enabled=false', '--reporter=json', '.'];
    const { stdout } = await runTool('biome', args, tree.root);
    reported = (JSON.parse(stdout) as Report).diagnostics
      .filter(({ category }) => category === 'lint/style/noProcessEnv')
      .map(({ location }) => location.path);
  });
  afterAll(() => tree.remove());

  it.each(forbidden)('must not be read in %s', (file) => {
    expect(reported).toContain(file);
  });

  it.each(allowed)('may be read in %s', (file) => {
    expect(reported).not.toContain(file);
  });
});
