/** Bundles the command line into one file without dependencies: `dist/slipway.mjs`. */
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const outfile = fileURLToPath(new URL('dist/slipway.mjs', import.meta.url));

await build({
  entryPoints: [fileURLToPath(new URL('src/main.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['@slipway/source'],
  minify: true,
  legalComments: 'none',
  // CommonJS packages in the bundle call require() for modules of Node.js.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
  plugins: [
    {
      // Only the contracts that the commands use are loaded: no module of ours has an effect beyond its exports.
      name: 'own-packages-have-no-side-effects',
      setup({ onResolve, resolve }) {
        onResolve({ filter: /^@slipway\/|^\.{1,2}\// }, async ({ path, ...options }) => {
          if (options.pluginData === 'resolving') return undefined;
          const resolved = await resolve(path, { ...options, pluginData: 'resolving' });
          return resolved.path.includes('node_modules') ? resolved : { ...resolved, sideEffects: false };
        });
      },
    },
  ],
});
await chmod(outfile, 0o755);
