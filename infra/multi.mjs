/** `npm run stack:multi`: prepares the checkout, then runs a stack of several hosts on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenNpmEnds } from './npm-watch.mjs';
import { createProgress } from './progress.mjs';
import { stopTools } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();
let stack;

function stop(signal) {
  if (stack === undefined) {
    stopTools();
    log.info(`Stopped by ${signal}.`);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  }
  // A second request ends everything immediately.
  if (stack.stdin.writableEnded) stack.kill('SIGTERM');
  else stack.stdin.end(signal);
}
/** Ends what the stack's own process could not end. Slipway's processes notice by themselves that it has ended. */
async function endServers() {
  process.kill(-stack.pid, 'SIGKILL');
  const { removePostgresPair } = await import('../packages/local/dist/index.js');
  // PostgreSQL runs in its own process group.
  await removePostgresPair(join(resolve(root, process.env.DATA_DIR || '.data'), 'multi', 'postgres'));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
whenNpmEnds(() => stop('SIGTERM'));

try {
  await prepare({ log });
  const script = fileURLToPath(new URL('multi-process.mjs', import.meta.url));
  // A separate process group: Ctrl-C reaches only this process, and the servers can be ended together.
  stack = spawn(process.execPath, [script], { cwd: root, stdio: ['pipe', 'inherit', 'inherit'], detached: true });
  const [code, signal] = await once(stack, 'exit');
  if (signal) {
    log.fail(`The process that owns the servers was killed by ${signal}.`);
    await endServers();
  }
  process.exit(code ?? 1);
} catch (error) {
  reportFailure(error, log);
  process.exit(1);
}
