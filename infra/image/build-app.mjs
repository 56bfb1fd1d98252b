/**
 * `node infra/image/build-app.mjs <app> <folder>`: writes the contents of an app's image into a new folder. Needs a
 * checkout that was compiled with `npm run build`. Used by the Dockerfile and tests/deploy.
 */
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProgress } from '../progress.mjs';
import { runTool, toolEnv } from '../tool.mjs';
import { pnpm, reportFailure } from '../toolchain.mjs';

const packages = {
  ingest: '@slipway/ingest',
  worker: '@slipway/worker',
  api: '@slipway/api',
  console: '@slipway/console',
  mcp: '@slipway/mcp',
  migrate: '@slipway/prisma',
};

/** The parts of the workspace's own packages that processes read. */
const own = new Set(['dist', 'migrations', 'node_modules', 'package.json', 'public']);
/** Sources, declarations, source maps, and 60 MB of query compilers for other databases. */
const unused = /\.[cm]?tsx?$|\.map$|\.tsbuildinfo$|[/]query_compiler_(?:small_bg|fast_bg\.(?!postgresql))[^/]*$/;

/** Installs exactly what the lockfile lists, from what `npm run build` has fetched. */
async function deploy(name, folder) {
  const pnpmFor = (...args) => runTool(pnpm, ['--filter', name, ...args], { what: `pnpm ${args[0]}`, env });
  const env = toolEnv({ CI: 'true' });
  // Links into pnpm's store would share file modes with every checkout on this machine. The age of packages was checked
  // when they were installed; checking it again would need the registry.
  const config = ['--config.package-import-method=copy', '--config.minimum-release-age=0'];
  await pnpmFor('deploy', '--prod', '--offline', ...config, folder);
  const file = join(folder, 'sbom.cdx.json');
  await pnpmFor('sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', file);
}

function removeExcept(folder, kept) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}

/** The folders of workspace packages below `folder`: the app itself, and the installed copies. */
function ownFolders(folder) {
  const installed = join(folder, 'node_modules', '.pnpm');
  const copies = readdirSync(installed).filter((name) => name.startsWith('@slipway+'));
  return [
    folder,
    ...copies.flatMap((name) => {
      const scope = join(installed, name, 'node_modules', '@slipway');
      const entries = readdirSync(scope, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => join(scope, entry.name));
    }),
  ];
}

function prune(folder) {
  for (const path of ownFolders(folder)) {
    removeExcept(path, new Set([...own, ...(path === folder ? ['sbom.cdx.json'] : [])]));
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Newer releases of Node.js follow links, and list a file once for each way to it.
    if (entry.isFile() && unused.test(path)) rmSync(path, { force: true });
  }
}

const [app, target] = process.argv.slice(2);
const log = createProgress();
if (!Object.hasOwn(packages, app ?? '') || target === undefined || existsSync(target)) {
  log.fail(`usage: node infra/image/build-app.mjs <${Object.keys(packages).join('|')}> <new folder>`);
  process.exit(2);
}
try {
  const folder = resolve(target);
  await log.step({ doing: `Collecting ${app}`, done: `${app} collected` }, async () => {
    await deploy(packages[app], folder);
    prune(folder);
    copyFileSync(fileURLToPath(new URL('healthcheck.mjs', import.meta.url)), join(folder, 'healthcheck.mjs'));
  });
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
