/** Bundles the command line and the local MCP server into one file each, without dependencies, into `dist`. */
import { chmod, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleOptions, fileOf } from './bundle-options.mjs';
import { bundledLicences } from './licences.mjs';

const { metafile } = await build({
  ...bundleOptions,
  // The package also includes the local MCP server, which uses the same login.
  entryPoints: { slipway: fileOf('src/main.ts'), 'slipway-mcp': fileOf('../mcp/src/main.ts') },
  outdir: fileOf('dist'),
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  metafile: true,
  // CommonJS packages in the bundle call require() for modules of Node.js.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
for (const name of ['slipway', 'slipway-mcp']) await chmod(fileOf(`dist/${name}.mjs`), 0o755);
await writeFile(fileOf('dist/LICENCES.txt'), await bundledLicences(metafile));
