import { createProgress } from './progress.mjs';
import { prepareCode, reportFailure } from './toolchain.mjs';

/** Runs a command of the worker from a checkout: the same file that a worker container has under dist. */
export async function runWorkerCommand(file) {
  const log = createProgress(process.stderr);
  try {
    await prepareCode({ log });
    await import(`../apps/worker/dist/${file}`);
  } catch (error) {
    reportFailure(error, log);
    process.exitCode = 1;
  }
}
