/**
 * Turns a fresh clone into a compiled workspace: pnpm, packages, the Prisma client, the build, the pages. A step is
 * skipped if its inputs have not changed. Uses only Node's standard library.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { withLock } from '../packages/local/process-lock.mjs';
import { createProgress } from './progress.mjs';
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

/** A hash of file contents and plain values. */
function stampOf(files, values) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of files) {
    hash.update(`\0${file}\0`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function readStamp(name) {
  const path = join(dataDir, 'stamps', name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(name, stamp) {
  const path = join(dataDir, 'stamps', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stamp);
}

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

/** Installs the packages of the lockfile, including development tools, if an input has changed. */
export async function install({ log }) {
  const manifests = workspacePackages().map(({ dir }) => `${dir}/package.json`);
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'tests/package.json', ...manifests];
  const nodeMajor = process.versions.node.split('.')[0];
  const stamp = stampOf(files, [process.platform, process.arch, nodeMajor, pnpmVersion, root]);
  if (existsSync(join(root, 'node_modules', '.modules.yaml')) && readStamp('packages') === stamp) return;
  await log.step({ doing: 'Installing packages', done: 'packages installed' }, async (update) => {
    // With CI set, pnpm replaces an incompatible node_modules without a prompt.
    const env = toolEnv({ CI: 'true', npm_config_production: 'false' });
    const onLine = (line) => update(`Installing packages: ${line}`);
    await runTool(pnpm, ['install', '--frozen-lockfile', '--prod=false'], { what: 'pnpm install', env, onLine });
  });
  writeStamp('packages', stamp);
}

/** Generates the Prisma client if the schema or Prisma has changed. */
export async function generatePrismaClient({ log }) {
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

/** Compiles the workspace incrementally. */
async function build({ log }) {
  await log.step({ doing: 'Compiling', done: 'compiled' }, () =>
    runTool(bin('tsc'), ['-b'], { what: 'The TypeScript build' }),
  );
}

const pages = 'apps/web';

/** Every file below the folders, sorted by path. */
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
    ...filesBelow('packages/providers/src').filter((path) => /setup|registry/.test(path)),
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

/** Runs all steps. Only one process at a time may prepare a checkout. */
export async function prepare({ log = createProgress() } = {}) {
  const onWait = (pid) => log.info(`  … waiting for another process that prepares the checkout (pid ${pid})`);
  await withLock(
    join(dataDir, 'toolchain.lock'),
    async () => {
      await ensurePnpm({ log });
      await install({ log });
      await generatePrismaClient({ log });
      await build({ log });
      await buildPages({ log });
    },
    { onWait },
  );
}

/** Prints the reason for a failed step, and the end of the tool's output. */
export function reportFailure(error, log) {
  log.fail(error instanceof StepError ? error.message : (error.message ?? String(error)));
  if (error.tail) log.info(error.tail.replace(/^/gm, '    '));
}
