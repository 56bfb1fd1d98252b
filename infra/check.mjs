/** `npm run check`: all static checks. CI runs the same. */
import { spawn } from 'node:child_process';
import { createProgress } from './progress.mjs';
import { stopTools, toolEnv } from './tool.mjs';
import { prepareCode, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const lanes = 2;
const colour = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
const env = toolEnv(colour ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' });

const tsc = 'node_modules/typescript/bin/tsc';
const types = { name: 'types', args: [tsc, '-b', '--pretty', String(colour)] };
// These read the declarations that the check above writes.
const checks = [
  { name: 'types of tests', args: [tsc, '-p', 'tsconfig.tests.json', '--pretty', String(colour)] },
  {
    name: 'types of pages',
    args: [tsc, '-p', 'apps/web/tsconfig.json', '--pretty', String(colour)],
  },
  {
    name: 'dead code',
    args: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
  },
  {
    name: 'format and lint',
    args: [
      'node_modules/@biomejs/biome/bin/biome',
      ...['ci', '--error-on-warnings', '--diagnostic-level=warn', `--colors=${colour ? 'force' : 'off'}`, '.'],
    ],
  },
  {
    name: 'import directions',
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      ...['--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'prisma', 'tests', 'infra'],
    ],
  },
  { name: 'generated files', args: ['infra/generate.mjs', '--check'] },
  { name: 'tables from folders', args: ['infra/folder-docs.mjs', '--check'] },
  { name: 'page on settings', args: ['infra/settings-page.mjs', '--check'] },
  { name: 'page on tools', args: ['infra/mcp-page.mjs', '--check'] },
  { name: 'diagnosis reports', args: ['infra/diagnosis-reports.mjs', '--check'] },
];

const children = new Set();
const log = createProgress();

/** Runs one check; prints a line with its duration, and its output if it fails. */
async function run({ name, args }) {
  const startedAt = Date.now();
  const output = [];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  try {
    await log.step({ doing: name, done: name }, () => waitForExit(child));
    return true;
  } catch (error) {
    log.fail(`${name}: ${error.message} ${log.dim(`(${((Date.now() - startedAt) / 1000).toFixed(1)}s)`)}`);
    log.info(Buffer.concat(output).toString().trimEnd().replace(/^/gm, '    '));
    return false;
  } finally {
    children.delete(child);
  }
}

function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(signal ? `stopped by ${signal}` : 'failed')),
    );
  });
}

async function runAll(waiting) {
  const results = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopTools();
    for (const child of children) child.kill('SIGTERM');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

try {
  await prepareCode({ log });
  const results = [await run(types), ...(await runAll([...checks]))];
  if (results.includes(false)) process.exitCode = 1;
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
