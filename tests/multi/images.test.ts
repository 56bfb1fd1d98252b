import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { blankDatabase, eventually, testDatabase, testRedis } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';
import { IMAGES, type Image, lastOf, readStages, stepsOf, variablesOf, wordsOf } from '../deploy/dockerfile.js';
import { buildKustomization, containersOf } from '../deploy/kustomize.js';

const run = promisify(execFile);
/** For all images together, on a busy machine. */
const BUILD_TIMEOUT_MS = 300_000;
const stages = readStages();
const USER = Number(lastOf(stepsOf(stages, 'ingest'), 'USER').split(':')[0]);
const isRoot = process.getuid?.() === 0;
const folder = await mkdtemp(join(tmpdir(), 'slipway-images-'));
const data = join(folder, 'data');
const children: ChildProcess[] = [];

/** If the system allows it, a command runs as the first process of a namespace, as in a container. */
async function containerOf(): Promise<string[]> {
  if (!isRoot) return [];
  const user = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--no-new-privs'];
  const isolated = ['unshare', '--pid', '--fork', '--kill-child'];
  return run('unshare', ['--pid', '--fork', 'true']).then(
    () => [...isolated, ...user],
    () => user,
  );
}

const container = await containerOf();

async function environment(image: Image): Promise<Record<string, string>> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  return {
    PATH: '/usr/bin:/bin',
    ...variablesOf(stepsOf(stages, image)),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: data,
    APP_SECRET: 'a secret of the images test',
    LOG_LEVEL: 'error',
  };
}

interface Container {
  readonly child: ChildProcess;
  readonly env: Record<string, string>;
  readonly ended: Promise<number | null>;
}

async function start(image: Image, extra: Record<string, string>): Promise<Container> {
  const env = { ...(await environment(image)), ...extra };
  const [command = '', ...args] = [
    ...container,
    process.execPath,
    ...wordsOf(lastOf(stepsOf(stages, image), 'CMD')),
  ];
  const child = spawn(command, args, { cwd: join(folder, image), env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return { child, env, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** Runs the image's health check, with a different path if one is given. */
async function healthOf(image: Image, { env }: Container, path?: string): Promise<boolean> {
  const [, ...args] = wordsOf(lastOf(stepsOf(stages, image), 'HEALTHCHECK'));
  const words = path === undefined ? args : [...args.slice(0, -1), path];
  return run(process.execPath, words, { cwd: join(folder, image), env }).then(
    () => true,
    () => false,
  );
}

/** Sends SIGTERM to the process itself, which is the child of `unshare` if it has a namespace. */
async function terminate({ child }: Container): Promise<void> {
  const below = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
  const inside = container[0] === 'unshare' ? below.trim().split(' ')[0] : '';
  process.kill(inside ? Number(inside) : (child.pid ?? 0), 'SIGTERM');
}

const pods = containersOf(await buildKustomization('base'));
const running = new Map<Image, Container>();
const servers = {
  DATABASE_URL: await blankDatabase((await testDatabase()).url, 'images'),
  REDIS_URL: (await testRedis()).url,
};

beforeAll(async () => {
  const build = (image: Image) =>
    run(process.execPath, [join('infra', 'image', 'build-app.mjs'), image, join(folder, image)], {
      cwd: checkout,
    });
  await Promise.all(IMAGES.map(build));
  await mkdir(data);
  if (isRoot) await chown(data, USER, USER);
  await chmod(folder, 0o755);
  await run('chmod', ['-R', 'a-w', ...IMAGES.map((image) => join(folder, image))]);
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await run('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

describe.each(IMAGES)('the image of %s', (image) => {
  it('lists every installed package in its software bill of materials', async () => {
    const bill = JSON.parse(await readFile(join(folder, image, 'sbom.cdx.json'), 'utf8')) as {
      components: { group?: string; name: string; version: string }[];
    };
    const listed = bill.components.map(
      ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
    );
    expect((await installedIn(join(folder, image))).filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.length).toBeGreaterThan(20);
  });

  it('contains no sources, source maps, development tools or demo', async () => {
    const files = await readdir(join(folder, image), { recursive: true });
    expect(files.filter((path) => /\.(ts|tsx|map)$|[/]@slipway[/]\w+[/]src[/]|\.env/.test(path))).toEqual([]);
    const installed = await installedIn(join(folder, image));
    const unwanted = /^(typescript|jest|@biomejs|@slipway\/(local|seed|testing))/;
    expect(installed.filter((name) => unwanted.test(name))).toEqual([]);
  });
});

it('migrate brings an empty database up to date, and a second run changes nothing', async () => {
  for (const _ of ['empty', 'up to date']) {
    const { ended } = await start('migrate', { DATABASE_URL: servers.DATABASE_URL });
    expect(await ended).toBe(0);
  }
});

it('every process runs as an unprivileged user on a read-only tree, and is healthy and ready', async () => {
  for (const image of ['api', 'ingest', 'worker', 'console'] as const)
    running.set(image, await start(image, servers));
  const apiUrl = `http://127.0.0.1:${running.get('api')?.env.PORT}`;
  running.set('mcp', await start('mcp', { API_URL: apiUrl }));
  for (const [image, process] of running) {
    await eventually(`${image} is ready`, async () => (await healthOf(image, process, '/readyz')) || undefined);
    expect([image, await healthOf(image, process)]).toEqual([image, true]);
    const probe = pods.find(({ owner }) => owner.metadata.name === image)?.container.readinessProbe?.httpGet;
    expect([probe?.path, await healthOf(image, process, probe?.path)]).toEqual([probe?.path, true]);
  }
});

/** The commands that the documentation names for a container, as words after `node`. */
async function documentedCommands(): Promise<string[]> {
  const docs = join(checkout, 'infra', 'docs');
  const pages = await Promise.all(
    (await readdir(docs, { recursive: true }))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFile(join(docs, name), 'utf8')),
  );
  return [...new Set(pages.join('\n').match(/(?<=\bnode )dist\/[\w/-]+\.js/g))].toSorted();
}

/** Runs a command in the folder of an image, as its user. */
async function runIn(image: Image, words: readonly string[], extra: Record<string, string> = servers) {
  const env = { ...(await environment(image)), ...extra };
  const [command = '', ...args] = [...container, process.execPath, ...words];
  const options = { cwd: join(folder, image), env };
  return run(command, args, options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

describe('the documented commands', () => {
  it('are the commands of the images, and those for operators', async () => {
    const started = IMAGES.flatMap((image) => wordsOf(lastOf(stepsOf(stages, image), 'CMD')));
    const commands = ['create-account', 'doctor', 'reset-second-factor', 'rotate-secret', 'verify-domain'].map(
      (command) => `dist/${command}/main.js`,
    );
    expect(await documentedCommands()).toEqual([...new Set([...started, ...commands])].toSorted());
  });

  it('the doctor runs in a worker container, and finds only what the test servers lack', async () => {
    const { code, stdout } = await runIn('worker', ['dist/doctor/main.js', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { state: string; check: string }[] };
    const problems = findings.filter(({ state }) => state === 'problem').map(({ check }) => check);
    expect([code, problems]).toEqual([1, ['postgresql fsync', 'redis durability']]);
  });

  it('the doctor distinguishes a folder that its user cannot write to from a file', async () => {
    const spoolOf = async (dir: string) => {
      const { stdout } = await runIn('worker', ['dist/doctor/main.js'], { ...servers, SPOOL_DIR: dir });
      return /^problem +spool +(.*)$/m.exec(stdout)?.[1];
    };
    const worker = join(folder, 'worker');
    expect(await spoolOf(join(worker, 'spool'))).toBe(`${worker} is not writable by this user.`);
    const file = join(worker, 'package.json');
    expect(await spoolOf(join(file, 'spool'))).toBe(`${file} is a file, not a folder.`);
  });

  it('the rotation of APP_SECRET runs in a worker container', async () => {
    expect((await runIn('worker', ['dist/rotate-secret/main.js'])).code).toBe(0);
  });

  it('the reset of a second factor runs in a worker container, and says that nobody has the address', async () => {
    const { code, stdout } = await runIn('worker', ['dist/reset-second-factor/main.js', 'nobody@example.test']);
    expect([code, stdout]).toEqual([1, 'No user has this address.\n']);
  });

  it('the verification of a domain runs in a worker container, and says that the account has no provider', async () => {
    const { code, stdout } = await runIn('worker', ['dist/verify-domain/main.js', '1', 'example.test']);
    expect([code, stdout]).toEqual([1, 'Account 1 has no identity provider. An owner sets it up first.\n']);
  });
});

it('console serves the pages, which are a separate package', async () => {
  const response = await fetch(`http://127.0.0.1:${running.get('console')?.env.PORT}/console/theme.js`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});

it('SIGTERM to PID 1 of each container ends it with code 0', async () => {
  for (const process of running.values()) await terminate(process);
  const codes = [...running].map(async ([image, { ended }]) => [image, await ended]);
  expect(await Promise.all(codes)).toEqual([...running.keys()].map((image) => [image, 0]));
});

/** The name and version of each package below `node_modules/.pnpm`. */
async function installedIn(app: string): Promise<string[]> {
  const store = join(app, 'node_modules', '.pnpm');
  const found = new Set<string>();
  for (const place of await readdir(store)) {
    const modules = join(store, place, 'node_modules');
    for (const path of place === 'node_modules' ? [] : await packagesIn(modules)) {
      const { name, version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      found.add(`${name}@${version}`);
    }
  }
  return [...found].toSorted();
}

/** The packages in a folder that are not links to others. */
async function packagesIn(modules: string): Promise<string[]> {
  const entries = await readdir(modules, { withFileTypes: true }).catch(() => []);
  const nested = entries
    .filter((entry) => entry.isDirectory() && entry.name !== '.bin')
    .map(({ name }) => (name.startsWith('@') ? packagesIn(join(modules, name)) : [join(modules, name)]));
  return (await Promise.all(nested)).flat();
}
