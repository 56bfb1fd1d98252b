/**
 * `npm test`: every test, or those named (`npm test -- packages/domain`), against a PostgreSQL and a Redis of the
 * run's own. The last line says how many passed and failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServers } from './jest/servers.mjs';
import { whenNpmEnds } from './npm-watch.mjs';
import { createProgress } from './progress.mjs';
import { stopTools, toolEnv } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();
const scratch = mkdtempSync(join(tmpdir(), 'slipway-test-'));
const tally = join(scratch, 'tally.json');
let jest;
let interrupted;

// Ctrl-C reaches Jest and its workers by itself. Without a terminal a signal comes to this process alone and has to
// be handed on to all of them, which takes a process group of their own.
const ownGroup = !process.stdin.isTTY;

function interrupt(signal) {
  interrupted = signal;
  stopTools();
  if (jest?.exitCode === null && jest.signalCode === null) process.kill(ownGroup ? -jest.pid : jest.pid, signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
whenNpmEnds(() => interrupt('SIGTERM'));

function runJest(env) {
  return new Promise((resolve) => {
    const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const script = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    jest = spawn(process.execPath, [...args, script, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...toolEnv(), NODE_ENV: 'test', SLIPWAY_TEST_TALLY: tally, ...env },
      stdio: 'inherit',
      detached: ownGroup,
    });
    jest.once('error', () => resolve(1));
    jest.once('close', (code) => resolve(code ?? 1));
  });
}

function readTally() {
  try {
    return JSON.parse(readFileSync(tally, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Starts the servers, runs Jest, and takes the servers down again. */
async function test() {
  await prepare({ log });
  if (interrupted) return 1;
  const servers = await log.step({ doing: 'Starting PostgreSQL and Redis', done: 'PostgreSQL and Redis' }, () =>
    startTestServers(),
  );
  try {
    return interrupted ? 1 : await runJest(servers.env);
  } finally {
    await servers.stop();
  }
}

let code = 1;
try {
  code = await test();
} catch (error) {
  reportFailure(error, log);
}
const { passed = 0, failed = 0 } = readTally() ?? {};
rmSync(scratch, { recursive: true, force: true });
if (interrupted) {
  console.log(`Stopped by ${interrupted}.`);
  process.exitCode = interrupted === 'SIGINT' ? 130 : 143;
} else {
  // A run that fails without a failed test, for want of a server or a loadable file, has failed all the same.
  console.log(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
}
