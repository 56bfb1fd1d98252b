import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PlantedTree, plantTree } from './planted-tree.js';
import { checkout, runNode } from './tool.js';

const registries = [
  {
    unit: 'packages/rest/src/routes/pings.ts',
    text: 'export const get = defineEndpoint(getPing, answer);\n',
    registry: 'packages/rest/src/registry.ts',
  },
  { unit: 'apps/worker/src/jobs/ping.ts', member: 'job', registry: 'apps/worker/src/registry.ts' },
  {
    unit: 'apps/cli/src/commands/pings.ts',
    text: "export const list = defineList(listPings, { summary: 'ping' });\n",
    registry: 'apps/cli/src/registry.ts',
  },
  {
    unit: 'apps/mcp/src/tools/pings.ts',
    text: 'export const getPingTool = defineReadTool(getPing, {});\n',
    registry: 'apps/mcp/src/registry.ts',
  },
  {
    unit: 'packages/diagnosis/src/matchers/ping.ts',
    member: 'family',
    registry: 'packages/diagnosis/src/registry.ts',
  },
  {
    unit: 'packages/reports/src/formats/ping/format.ts',
    member: 'format',
    registry: 'packages/reports/src/registry.ts',
  },
  {
    unit: 'packages/providers/src/providers/ping/index.ts',
    member: 'provider',
    registry: 'packages/providers/src/registry.ts',
  },
  {
    unit: 'packages/providers/src/providers/ping/setup.ts',
    member: 'setup',
    registry: 'packages/providers/src/setup-registry.ts',
  },
  {
    unit: 'packages/providers/src/providers/ping-pong/setup.ts',
    member: 'setup',
    registry: 'packages/providers/src/label-registry.ts',
  },
  {
    unit: 'packages/providers/src/providers/ping/signer.fixture.ts',
    member: 'signer',
    registry: 'packages/providers/src/signer-registry.fixture.ts',
  },
  {
    unit: 'packages/providers/src/providers/ping/field-types.fixture.ts',
    member: 'fieldTypes',
    registry: 'packages/providers/src/field-types-registry.fixture.ts',
  },
  {
    unit: 'packages/destinations/src/ping/destination.ts',
    member: 'destination',
    registry: 'packages/destinations/src/registry.ts',
  },
  {
    unit: 'packages/destinations/src/ping/form.ts',
    member: 'form',
    registry: 'packages/destinations/src/form-registry.ts',
  },
  {
    unit: 'packages/destinations/src/ping-pong/destination.ts',
    member: 'destination',
    registry: 'packages/contracts/src/channel-registry.ts',
  },
  { unit: 'packages/db/src/reads/ping.ts', member: 'reads', registry: 'packages/db/src/registry.ts' },
  {
    unit: 'packages/contracts/src/endpoints/ping.ts',
    member: 'getPing',
    registry: 'packages/contracts/src/registry.ts',
  },
  {
    unit: 'packages/contracts/src/console/ping.ts',
    member: 'getPing',
    registry: 'packages/contracts/src/console-registry.ts',
  },
  {
    unit: 'apps/console/src/endpoints/pings.ts',
    text: 'export const get = defineConsoleEndpoint(getPing, answer);\n',
    registry: 'apps/console/src/registry.ts',
  },
  {
    unit: 'packages/contracts/src/console/pong.ts',
    text: "export const getPong =\n    describeConsole({ method: 'GET',\n path: '/ping' });\n",
    registry: 'apps/web/src/data/api.ts',
  },
  ...['apps/web/src/registry.ts', 'packages/domain/src/web/pages.ts'].map((registry, place) => ({
    unit: `apps/web/src/pages/pings/ping-${place}-page.tsx`,
    text: `export const page = definePage({ path: '/ping/${place}' });\nexport function PingPage() {}\n`,
    registry,
  })),
];

describe('generated files', () => {
  let tree: PlantedTree;
  const generate = (...args: string[]) => runNode(join(tree.root, 'infra/generate.mjs'), args, tree.root);

  beforeAll(async () => {
    tree = await plantTree({}, { installed: false });
    await cp(join(checkout, 'infra'), join(tree.root, 'infra'), { recursive: true });
    await symlink(join(checkout, 'node_modules/@swc'), join(tree.root, 'node_modules/@swc'));
    for (const { unit } of registries) {
      const folder = unit.split('/').slice(0, 4).join('/');
      await mkdir(join(tree.root, folder), { recursive: true });
    }
    await generate();
  });
  afterAll(() => tree.remove());

  it('are up to date after they are generated', async () => {
    expect(await generate('--check')).toMatchObject({ code: 0 });
  });

  it.each(registries)(
    '$unit makes $registry stale until it is regenerated',
    async ({ unit, registry, ...planted }) => {
      const text =
        'text' in planted
          ? planted.text
          : `export const ${planted.member} = {\n  summary: 'ping',\n  label: 'ping',\n};\n`;
      await mkdir(join(tree.root, dirname(unit)), { recursive: true });
      await writeFile(join(tree.root, unit), text);
      const { code, stderr } = await generate('--check');
      expect({ code, stale: stderr.includes(registry) }).toEqual({ code: 1, stale: true });
      await generate();
      expect(await readFile(join(tree.root, registry), 'utf8')).toContain('ping');
      expect(await generate('--check')).toMatchObject({ code: 0 });
    },
  );

  it('list each endpoint of a file, and none that the file keeps to itself', async () => {
    const file = join(tree.root, 'apps/console/src/endpoints/pongs.ts');
    const endpoints = ['export const list', 'export const get', 'const secret'];
    await writeFile(
      file,
      endpoints.map((each) => `${each} = defineConsoleEndpoint(contract, answer);\n`).join(''),
    );
    await generate();
    const registry = await readFile(join(tree.root, 'apps/console/src/registry.ts'), 'utf8');
    expect(registry.match(/pongs\.\w+(?=,)/g)).toEqual(['pongs.list', 'pongs.get']);
    await rm(file);
    await generate();
  });

  it('name a command after its group and its export, or after its own file', async () => {
    const commands = join(tree.root, 'apps/cli/src/commands/pong');
    await mkdir(commands);
    await writeFile(`${commands}.ts`, "export const list = defineCommand({ summary: 'List pongs' });\n");
    await writeFile(
      join(commands, 'watch.ts'),
      "export const command = defineCommand({ summary: 'Watch pongs' });\n",
    );
    await generate();
    const registry = await readFile(join(tree.root, 'apps/cli/src/registry.ts'), 'utf8');
    expect(registry.match(/(?<=path: ).*pong.*(?=,)/g)).toEqual(['["pong","list"]', '["pong","watch"]']);
  });

  it('are refused when two files define a read with the same name', async () => {
    const reads = (file: string) => join(tree.root, 'packages/db/src/reads', file);
    await writeFile(reads('first.ts'), 'export const reads = { listParts, findPart };\n');
    await writeFile(reads('second.ts'), 'export const reads = {\n  countParts,\n  findPart: find,\n};\n');
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    expect(stderr).toContain('first.ts and packages/db/src/reads/second.ts both define the read findPart');
    await Promise.all([rm(reads('first.ts')), rm(reads('second.ts'))]);
  });

  it('list a new file with SQL on the data layer page', async () => {
    const page = () => readFile(join(tree.root, 'infra/docs/decisions/data-layer.md'), 'utf8');
    const file = join(tree.root, 'packages/db/src/reads/parts.ts');
    await writeFile(file, 'export const list = sql`SELECT 1`;\n');
    expect(await generate('--check')).toMatchObject({ code: 1 });
    await generate();
    expect(await page()).toContain('| `reads` | `parts.ts` |');
    await rm(file);
    await generate();
    expect(await page()).not.toContain('parts.ts');
  });

  it('are stale when a package gains a workspace dependency', async () => {
    const manifest = join(tree.root, 'packages/queue/package.json');
    const before = await readFile(manifest, 'utf8');
    await writeFile(
      manifest,
      JSON.stringify({ ...JSON.parse(before), dependencies: { '@slipway/domain': 'workspace:*' } }),
    );
    const { code, stderr } = await generate('--check');
    expect({ code, stale: stderr.includes('packages/queue/tsconfig.json') }).toEqual({ code: 1, stale: true });
    await writeFile(manifest, before);
  });

  it('are stale when a package is removed', async () => {
    await rm(join(tree.root, 'packages/local'), { recursive: true });
    expect(await generate('--check')).toMatchObject({ code: 1 });
    await generate();
  });
});

describe('the TypeScript solution', () => {
  it('references every workspace package that tsc compiles', async () => {
    const { references } = JSON.parse(await readFile(join(checkout, 'tsconfig.json'), 'utf8'));
    const folders = await Promise.all(
      ['apps', 'packages'].map(async (parent) =>
        (await readdir(join(checkout, parent))).map((name) => `${parent}/${name}`),
      ),
    );
    const has = (dir: string, file: string) => existsSync(join(checkout, dir, file));
    const packages = [...folders.flat(), 'prisma'].filter(
      (dir) => has(dir, 'package.json') && !has(dir, 'vite.config.ts'),
    );
    expect(references.map(({ path }: { path: string }) => path).toSorted()).toEqual(packages.toSorted());
  });
});
