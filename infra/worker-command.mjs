import { join } from 'node:path';
import { withLock } from '../packages/local/process-lock.mjs';
import { createProgress } from './progress.mjs';
import { runTool } from './tool.mjs';
import { ensurePnpm, generatePrismaClient, install, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

/** Runs a command of the worker from a checkout: the same file that a worker container has under dist. */
export async function runWorkerCommand(file) {
  const log = createProgress(process.stderr);
  try {
    await withLock(join(root, '.data', 'toolchain.lock'), async () => {
      await ensurePnpm({ log });
      await install({ log });
      await generatePrismaClient({ log });
      await runTool(join(root, 'node_modules', '.bin', 'tsc'), ['-b', 'apps/worker'], {
        what: 'The TypeScript build',
      });
    });
    await import(`../apps/worker/dist/${file}`);
  } catch (error) {
    reportFailure(error, log);
    process.exitCode = 1;
  }
}
