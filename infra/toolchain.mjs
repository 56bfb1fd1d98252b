/**
 * Turns a fresh clone into a compiled workspace: pnpm, packages, the Prisma client, the compiled sources, the pages. A step is
 * skipped if its inputs have not changed. Uses only Node's standard library.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { withLock } from '../packages/local/process-lock.mjs';
import { compile } from './compile.mjs';
import { writeProgramBundles } from './program-bundles.mjs';
import { createProgress } from './progress.mjs';
import { readStamp, stampOf, writeStamp } from './stamps.mjs';
import { runTool, StepError, toolEnv } from './tool.mjs';
import { root, workspacePackages } from './workspace.mjs';

const pnpmVersion = '12.18.0';
const dataDir = join(root, '.data');
const toolsDir = join(dataDir, 'tools');
/** The pinned pnpm; `ensurePnpm` installs it. */
export const pnpm = join(toolsDir, 'node_modules', '.bin', 'pnpm');

const bin = (name) => join(root, 'node_modules', '.bin', name);
const manifestVersion = (path) => {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
};

/** The npm that runs this script, or the one in the PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  return running && basename(running).startsWith('npm-cli') && existsSync(running)
    ? [process.execPath, [running]]
    : ['npm', []];
}

/** Installs the pinned pnpm under .data/tools unless it is already there. */
export async function ensurePnpm({ log }) {
  if (existsSync(pnpm) && manifestVersion(join(toolsDir, 'node_modules', 'pnpm')) === pnpmVersion) return;
  await log.step({ doing: `Fetching pnpm ${pnpmVersion}`, done: `pnpm ${pnpmVersion}` }, async () => {
    mkdirSync(toolsDir, { recursive: true });
    const [npm, first] = npmCommand();
    const args = ['install', '--prefix', toolsDir, `pnpm@${pnpmVersion}`, '--save-exact', '--include=optional'];
    await runTool(npm, [...first, ...args, '--no-fund', '--no-audit'], { what: 'Fetching pnpm', cwd: toolsDir });
  });
}

/**
 * Installs the packages of the lockfile, including development tools, if an input has changed. `only` names workspace
 * packages, if the others are not needed.
 */
async function install({ log, only = [] }) {
  const manifests = workspacePackages().map(({ dir }) => `${dir}/package.json`);
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'tests/package.json', ...manifests];
  const nodeMajor = process.versions.node.split('.')[0];
  const stamp = stampOf(files, [process.platform, process.arch, nodeMajor, pnpmVersion, root]);
  const stampName = ['packages', ...only.map((name) => name.replace(/^@\w+\//, ''))].join('-');
  const isInstalled = ['packages', stampName].some((name) => readStamp(name) === stamp);
  if (existsSync(join(root, 'node_modules', '.modules.yaml')) && isInstalled) return;
  await log.step({ doing: 'Installing packages', done: 'packages installed' }, async (update) => {
    // With CI set, pnpm replaces an incompatible node_modules without a prompt.
    const env = toolEnv({ CI: 'true', npm_config_production: 'false' });
    const onLine = (line) => update(`Installing packages: ${line}`);
    const filters = only.flatMap((name) => ['--filter', `${name}...`]);
    const args = ['install', '--frozen-lockfile', '--prod=false', ...filters];
    await runTool(pnpm, args, { what: 'pnpm install', env, onLine });
  });
  writeStamp(stampName, stamp);
}

/** Generates the Prisma client if the schema or Prisma has changed. */
async function generatePrismaClient({ log }) {
  const version = manifestVersion(join(root, 'node_modules', 'prisma'));
  const stamp = stampOf(['prisma/schema.prisma', 'prisma.config.ts'], [version]);
  const output = join(root, 'packages', 'db', 'src', 'generated', 'client.ts');
  if (existsSync(output) && readStamp('prisma-client') === stamp) return;
  await log.step({ doing: 'Generating the database client', done: 'database client generated' }, async () => {
    // Only migrations need the schema engine, and fetching it would be a download from outside the registry. A command
    // that fails makes any use of the engine visible; with /bin/true, `prisma migrate` would seem to succeed.
    const engine = ['/bin/false', '/usr/bin/false'].find((path) => existsSync(path));
    const env = toolEnv({
      PRISMA_SCHEMA_ENGINE_BINARY: engine,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    });
    await runTool(bin('prisma'), ['generate'], { what: 'prisma generate', env });
  });
  writeStamp('prisma-client', stamp);
}

async function build({ log }) {
  const done = (count) => (count > 0 ? 'compiled' : '');
  await log.step({ doing: 'Compiling', done }, () => compile());
}

const pages = 'apps/web';

function filesBelow(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted(),
  );
}

/** Builds the console's pages if one of their files has changed. */
async function buildPages({ log }) {
  const sources = [
    ...filesBelow(`${pages}/src`, `${pages}/public`, 'packages/client/src', 'packages/contracts/src'),
    ...filesBelow('packages/destinations/src', 'packages/providers/src').filter((path) =>
      /form|setup|registry/.test(path),
    ),
  ];
  const files = [`${pages}/index.html`, `${pages}/vite.config.ts`, 'pnpm-lock.yaml', ...sources];
  // React's development build, which Vite would use otherwise, renders several times slower.
  const env = { NODE_ENV: 'production' };
  const stamp = stampOf(files, env);
  if (existsSync(join(root, pages, 'dist', 'index.html')) && readStamp('pages') === stamp) return;
  const vite = join(root, pages, 'node_modules', '.bin', 'vite');
  await log.step({ doing: 'Building the console', done: 'console built' }, () =>
    runTool(vite, ['build', '--logLevel', 'warn'], {
      what: 'vite build',
      cwd: join(root, pages),
      env: toolEnv(env),
    }),
  );
  writeStamp('pages', stamp);
}

/** Only one process at a time may prepare a checkout. */
function exclusively(log, work) {
  const onWait = (pid) => log.info(`  … waiting for another process that prepares the checkout (pid ${pid})`);
  return withLock(join(dataDir, 'toolchain.lock'), work, { onWait });
}

/** Installs the packages, or only those that the given workspace packages need. */
export async function preparePackages({ log, only }) {
  await exclusively(log, async () => {
    await ensurePnpm({ log });
    await install({ log, only });
  });
}

/** Runs all steps but the pages, for commands that do not serve them. */
export async function prepareCode({ log }) {
  await exclusively(log, async () => {
    await ensurePnpm({ log });
    await install({ log });
    await generatePrismaClient({ log });
    await build({ log });
  });
}

/** Bundles that another `npm start` may still run, on another port, after the sources have changed. */
const keptBundles = 3;

/**
 * Bundles the processes that `npm start` supervises, and returns the folder. Each state of the sources and packages has
 * its own, because a running process loads some files late, and is restarted from the same folder.
 */
async function bundlePrograms({ log }) {
  const home = join(dataDir, 'programs');
  const stamp = stampOf(['.data/stamps/compiled', 'infra/program-bundles.mjs', 'pnpm-lock.yaml'], [root]);
  const folder = join(home, stamp.slice(0, 16));
  if (existsSync(folder)) return folder;
  await log.step({ doing: 'Bundling the programs', done: 'programs bundled' }, async () => {
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    await writeProgramBundles(draft, { apps: ['standalone', 'worker'] });
    renameSync(draft, folder);
    const age = (name) => statSync(join(home, name)).mtimeMs;
    const old = readdirSync(home)
      .toSorted((a, b) => age(b) - age(a))
      .slice(keptBundles);
    for (const name of old) rmSync(join(home, name), { recursive: true });
  });
  return folder;
}

export async function prepare({ log = createProgress() } = {}) {
  await exclusively(log, async () => {
    await ensurePnpm({ log });
    await install({ log });
    await Promise.all([generatePrismaClient({ log }).then(() => build({ log })), buildPages({ log })]);
  });
}

/**
 * Runs all steps for `npm start`, and returns the folder of the bundled processes. Calls `onCompiled` when the supervisor
 * can start the servers.
 */
export function prepareStart({ log, onCompiled }) {
  return exclusively(log, async () => {
    await ensurePnpm({ log });
    await install({ log });
    const compiling = generatePrismaClient({ log }).then(() => build({ log }));
    const bundling = compiling.then(() => {
      onCompiled();
      return bundlePrograms({ log });
    });
    const [programs] = await Promise.all([bundling, buildPages({ log })]);
    return programs;
  });
}

/** Prints the reason for a failed step, and the end of the tool's output. */
export function reportFailure(error, log) {
  log.fail(error instanceof StepError ? error.message : (error.message ?? String(error)));
  if (error.tail) log.info(error.tail.replace(/^/gm, '    '));
}
