/**
 * Installs pnpm and the packages of the lockfile: the first step of `npm run build`, as a separate layer of the images.
 * Needs only the manifests and scripts that the Dockerfile copies first.
 */
import { createProgress } from './progress.mjs';
import { ensurePnpm, install, reportFailure } from './toolchain.mjs';

const log = createProgress();
try {
  await ensurePnpm({ log });
  await install({ log });
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
