import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkout, runNode } from '../architecture/tool.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A checkout with our scripts, and the given files. */
async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-toolchain-'));
  folders.push(folder);
  const scripts = ['infra', 'packages/local/process-lock.mjs', 'packages/local/claim-port.mjs'];
  for (const path of scripts) await cp(join(checkout, path), join(folder, path), { recursive: true });
  const all = {
    'packages/local/package.json': '{}',
    'packages/local/src/index.ts': '',
    'packages/rest/package.json': '{}',
    'packages/rest/src/index.ts': '',
    'apps/a/src/index.ts': '',
  };
  const manifests = { 'apps/a/package.json': '{}', 'prisma/package.json': '{}', 'prisma/src/index.ts': '' };
  for (const [path, text] of Object.entries({ ...all, ...manifests, ...files })) await put(folder, path, text);
  return folder;
}

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function compile(folder: string): Promise<string> {
  await put(folder, 'run.mjs', "console.log(await (await import('./infra/compile.mjs')).compile());");
  const { stdout, stderr } = await runNode('run.mjs', [], folder);
  return stdout.trim() || stderr;
}

describe('the compiler', () => {
  it('compiles what has changed, by content, and deletes what has no source any more', async () => {
    const folder = await plant({
      'apps/a/src/kept.ts': 'export const kept: number = 1;\n',
      'apps/a/src/gone.ts': '',
    });
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const read = () => readFile(join(folder, 'apps/a/dist/kept.js'), 'utf8');
    expect(await compile(folder)).toBe('6');
    expect(await read()).toContain('const kept = 1;');
    expect(await compile(folder)).toBe('0');

    await put(folder, 'apps/a/src/kept.ts', 'export const kept: number = 2;\n');
    await rm(join(folder, 'apps/a/src/gone.ts'));
    await rm(join(folder, 'prisma/dist/index.js'));
    expect(await compile(folder)).toBe('2');
    expect(await read()).toContain('const kept = 2;');
    expect((await readdir(join(folder, 'apps/a/dist'))).filter((name) => name.startsWith('gone'))).toEqual([]);
    expect(await readdir(join(folder, 'prisma/dist'))).toContain('index.js');
  });

  it('writes an id that stays the same until the code changes', async () => {
    const folder = await plant({ 'apps/a/src/kept.ts': 'export const kept = 1;\n' });
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const idOf = async () => {
      await compile(folder);
      return readFile(join(folder, 'packages/rest/dist/build-id'), 'utf8');
    };
    const first = await idOf();
    await put(folder, 'apps/a/src/kept.test.ts', 'test();\n');
    expect(await idOf()).toBe(first);
    await put(folder, 'apps/a/src/kept.ts', 'export const kept = 2;\n');
    expect(await idOf()).not.toBe(first);
  });

  it('names the place of a syntax error, and compiles the file once it is correct', async () => {
    const folder = await plant({ 'apps/a/src/wrong.ts': 'export const = 1;\n' });
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    expect(await compile(folder)).toContain('apps/a/src/wrong.ts:1:14');
    await put(folder, 'apps/a/src/wrong.ts', 'export const right = 1;\n');
    expect(await compile(folder)).toBe('5');
  });
});

describe('npm start', () => {
  it('reports a taken port before it installs or builds anything', async () => {
    const folder = await plant({});
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
      execFile('env', [`PORT=${port}`, process.execPath, 'infra/start.mjs'], { cwd: folder }, (error, stdout) =>
        resolve({ code: error?.code, stdout }),
      );
    });
    other.close();
    expect(stdout).toBe(`  ✗ Port ${port} is taken (by another program). Stop it or set PORT.\n`);
    expect(code).toBe(1);
    expect(await readdir(join(folder, '.data'))).toEqual(['run']);
  });
});
