import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

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

/** Options of esbuild for a program in one file. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  target: 'es2024',
  conditions: ['@slipway/source'],
  minify: true,
  legalComments: 'eof',
  logLevel: 'warning',
  plugins: [compressJq, ownPackagesHaveNoSideEffects],
};
