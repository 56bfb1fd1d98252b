/**
 * Installs pnpm and the packages of the lockfile: for the scripts of a workspace package, which may run in a fresh
 * clone, and as a separate layer of the images, with only the manifests and scripts that the Dockerfile copies first.
 * Arguments name workspace packages, if the others are not needed.
 */
import { createProgress } from './progress.mjs';
import { preparePackages, reportFailure } from './toolchain.mjs';

// Standard output belongs to the command that runs the script, such as `npm pack --json`.
const log = createProgress(process.stderr);
try {
  await preparePackages({ log, only: process.argv.slice(2) });
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
