/** Bundles the command line and the local MCP server into one file each, without dependencies, into `dist`. */
import { chmod, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundledLicences } from './licences.mjs';

/** Only the contracts that commands use are bundled: no module of ours has an effect beyond its exports. */
const ownPackagesHaveNoSideEffects = {
  name: 'own packages have no side effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@slipway\/|^\.{1,2}\// }, async ({ path, ...options }) => {
      if (options.pluginData === 'resolving') return undefined;
      const resolved = await resolve(path, { ...options, pluginData: 'resolving' });
      return resolved.path.includes('node_modules') ? resolved : { ...resolved, sideEffects: false };
    });
  },
};

/** jq makes up most of the bundle. It is stored compressed, and only commands with --jq unpack it. */
const compressJq = {
  name: 'compress jq',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^jq-wasm$/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'resolving') return undefined;
      const resolved = await resolve(path, { ...options, pluginData: 'resolving' });
      return { path: resolved.path, namespace: 'compressed' };
    });
    onLoad({ filter: /.*/, namespace: 'compressed' }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        minify: true,
        write: false,
      });
      const packed = gzipSync(outputFiles[0].contents, { level: 9 }).toString('base64');
      return {
        contents: unpacked(packed),
        loader: 'js',
        resolveDir: fileOf('.'),
      };
    });
  },
};

function unpacked(packed) {
  return `
    import { createRequire } from 'node:module';
    import { fileURLToPath } from 'node:url';
    import { gunzipSync } from 'node:zlib';
    const source = gunzipSync(Buffer.from(${JSON.stringify(packed)}, 'base64')).toString('utf8');
    const module = { exports: {} };
    const file = fileURLToPath(import.meta.url);
    const run = new Function('module', 'exports', 'require', '__filename', '__dirname', source);
    run(module, module.exports, createRequire(import.meta.url), file, '.');
    export const { raw } = module.exports;
  `;
}

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

const { metafile } = await build({
  // The package also includes the local MCP server, which uses the same login.
  entryPoints: { slipway: fileOf('src/main.ts'), 'slipway-mcp': fileOf('../mcp/src/main.ts') },
  outdir: fileOf('dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'es2024',
  conditions: ['@slipway/source'],
  minify: true,
  metafile: true,
  legalComments: 'eof',
  // CommonJS packages in the bundle call require() for modules of Node.js.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
  plugins: [compressJq, ownPackagesHaveNoSideEffects],
});
for (const name of ['slipway', 'slipway-mcp']) await chmod(fileOf(`dist/${name}.mjs`), 0o755);
await writeFile(fileOf('dist/LICENCES.txt'), await bundledLicences(metafile));
