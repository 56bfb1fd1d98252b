/** Bundles the apps for `npm start` and `npm test`: a process starts in a third of the time it takes to load every file. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

/** These packages find their own files by their location on disk. */
const UNBUNDLED = /^(?:@bull-board\/.*|@node-rs\/argon2|jq-wasm|piscina)$/;

const programs = ['api', 'console', 'ingest', 'standalone', 'worker']
  .map((app) => ({ in: join(root, 'apps', app, 'src', 'main.ts'), out: join('apps', app) }))
  .concat({ in: join(root, 'apps', 'mcp', 'src', 'serve.ts'), out: join('apps', 'mcp') });

/** Code that asks for its own location gets the same answer as without a bundle. */
async function keepPlace({ path }) {
  if (path.includes('/node_modules/')) return undefined;
  const text = await readFile(path, 'utf8');
  if (!text.includes('import.meta.')) return undefined;
  const contents = text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
  return { contents, loader: 'ts' };
}

/** Node.js loads these by itself: a bundled CommonJS module that is imported on demand has no named exports. */
const isForeignOnDemand = ({ path, kind, importer }) =>
  kind === 'dynamic-import' && (importer.includes('/node_modules/') || !/^(?:\.|@slipway\/)/.test(path));

const plugin = {
  name: 'slipway',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, keepPlace);
    build.onResolve({ filter: /^[@\w.]/ }, async (request) => {
      const { path, resolveDir, kind, importer, pluginData } = request;
      if (pluginData === plugin || !(UNBUNDLED.test(path) || isForeignOnDemand(request))) return undefined;
      const resolved = await build.resolve(path, { resolveDir, kind, importer, pluginData: plugin });
      return { path: resolved.path, external: true };
    });
  },
};

/** Bundles the programs, or those of the given apps, into `apps` in the folder. */
export async function writeProgramBundles(folder, { apps } = {}) {
  // Imported only here, because a fresh clone has no packages yet.
  const { build, stop } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: programs.filter(({ out }) => apps?.includes(basename(out)) ?? true),
    outdir: folder,
    // For the stack traces in the log.
    sourcemap: true,
    sourcesContent: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@slipway/source'],
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
    },
    plugins: [plugin],
    logLevel: 'error',
  });
  await stop();
}
