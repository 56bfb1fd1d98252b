/**
 * `npm run build:cli` writes `dist/slipway`: the command line and the Node.js that runs this script, in one file that
 * runs on Linux machines without Node.js.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'postject';
import { bundleOptions, fileOf } from './bundle-options.mjs';
import { bundledLicences } from './licences.mjs';

const run = promisify(execFile);
/** Marks the place in Node.js that `inject` changes. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Node.js only embeds CommonJS, in which nothing may be imported at run time and no module knows its own place. */
async function bundleInto(outfile) {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: [fileOf('src/main.ts')],
    outfile,
    format: 'cjs',
    metafile: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'executableUrl' },
    banner: { js: "const executableUrl = require('node:url').pathToFileURL(process.execPath).href;" },
  });
  await writeFile(fileOf('dist/slipway.LICENCES.txt'), await bundledLicences(metafile));
}

async function writeExecutable(folder) {
  const [main, blob, program] = ['main.cjs', 'blob', 'slipway'].map((name) => join(folder, name));
  await bundleInto(main);
  const config = join(folder, 'config.json');
  const settings = { main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true };
  await writeFile(config, JSON.stringify(settings));
  await run(process.execPath, ['--experimental-sea-config', config]);
  await copyFile(process.execPath, program);
  await chmod(program, 0o755);
  await inject(program, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: FUSE });
  await rename(program, fileOf('dist/slipway'));
}

if (process.platform === 'linux') {
  // Beside the result, so that it can be moved into place.
  await mkdir(fileOf('dist'), { recursive: true });
  const folder = await mkdtemp(fileOf('dist/executable-'));
  try {
    await writeExecutable(folder);
    console.log(fileOf('dist/slipway'));
  } finally {
    await rm(folder, { recursive: true });
  }
} else {
  console.error(
    'A single executable can be built on Linux only. Install the package instead: see infra/docs/use/cli.md.',
  );
  process.exitCode = 1;
}
