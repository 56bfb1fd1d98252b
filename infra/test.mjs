/**
 * `npm test`: runs the quick tests, or all under a path (`npm test -- tests/faults`), with their own PostgreSQL and Redis.
 * Prints where the time went and, on the last line, how many tests passed and failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServers } from './jest/start-test-servers.mjs';
import { whenNpmEnds } from './npm-watch.mjs';
import { writeProgramBundles } from './program-bundles.mjs';
import { createProgress } from './progress.mjs';
import { stopTools, toolEnv } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const given = process.argv.slice(2);
const selection = given.length > 0 ? given : ['--config', 'infra/jest/quick.config.mjs'];
const log = createProgress();
const scratch = mkdtempSync(join(tmpdir(), 'slipway-test-'));
const summaryFile = join(scratch, 'summary.json');
const bundles = join(scratch, 'bundles');
let jest;
let interrupted;

// In a terminal, Ctrl-C reaches Jest and its workers directly. Without one, only this process receives the signal, and
// forwards it to the process group of Jest and its workers.
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
    // All cores are busy, so helper threads of the garbage collector only add work: 3% of the workers' CPU time.
    const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--single-threaded-gc'];
    const script = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    jest = spawn(process.execPath, [...args, script, ...selection], {
      cwd: root,
      env: {
        ...toolEnv(),
        NODE_ENV: 'test',
        SLIPWAY_TEST_SUMMARY: summaryFile,
        SLIPWAY_TEST_BUNDLES: bundles,
        ...env,
      },
      stdio: 'inherit',
      detached: ownGroup,
    });
    jest.once('error', () => resolve(1));
    jest.once('close', (code) => resolve(code ?? 1));
  });
}

/** Empty if Jest ended before it could write the summary. */
function readSummary() {
  try {
    return JSON.parse(readFileSync(summaryFile, 'utf8'));
  } catch {
    return {};
  }
}

function printTimes({ slowest = [], folders = [] }) {
  if (slowest.length < 2) return;
  const print = ({ path, seconds }) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
  console.log('\nTime of all workers by folder:');
  folders.forEach(print);
  console.log('\nSlowest files:');
  slowest.forEach(print);
  console.log();
}

/** Starts the servers, runs Jest, and stops the servers. */
async function test() {
  await prepare({ log });
  if (interrupted) return 1;
  const bundling = log.step({ doing: 'Bundling the apps', done: 'bundled' }, () => writeProgramBundles(bundles));
  // The failure is reported below, where the servers can be stopped.
  bundling.catch(() => undefined);
  const servers = await log.step({ doing: 'Starting PostgreSQL and Redis', done: 'PostgreSQL and Redis' }, () =>
    startTestServers(),
  );
  try {
    await bundling;
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
const { passed = 0, failed = 0, ...times } = readSummary();
rmSync(scratch, { recursive: true, force: true });
if (interrupted) {
  console.log(`Stopped by ${interrupted}.`);
  process.exitCode = interrupted === 'SIGINT' ? 130 : 143;
} else {
  printTimes(times);
  // A run may fail without a failed test, for example if a server does not start; report that as one failure.
  console.log(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
}
