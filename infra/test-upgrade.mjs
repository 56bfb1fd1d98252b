/**
 * `npm run test:upgrade`, or `npm run test:upgrade -- <commit>`: builds the release before, which is that commit or the one
 * before this, and replaces its processes by those of this checkout under load, and back.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress } from './progress.mjs';
import { runTool, StepError, stopTools, toolEnv } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();
const dataDir = join(root, '.data');

function hashOf(commit) {
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** The commit to upgrade from. */
function chooseCommit(wanted) {
  const found = hashOf(wanted ?? 'HEAD~1');
  if (found !== undefined) return found;
  if (wanted !== undefined) throw new StepError(`There is no commit ${wanted} in this clone.`);
  const current = hashOf('HEAD');
  if (current === undefined) throw new StepError('This is not a clone: git finds no commit.');
  log.warn('This clone has no commit before the current one (it may be shallow): this one is built twice.');
  return current;
}

/** Builds a commit in a folder of its own, with its own scripts. The last build is used again if it is of this commit. */
async function buildRelease(commit) {
  const builds = join(dataDir, 'upgrade');
  const folder = join(builds, commit);
  const finished = join(folder, '.data', 'built');
  if (existsSync(finished)) return folder;
  rmSync(builds, { recursive: true, force: true });
  mkdirSync(join(folder, '.data'), { recursive: true });
  const copy = 'git archive "$1" | tar -x -C "$2"';
  await runTool('sh', ['-c', copy, 'sh', commit, folder], { what: 'git archive' });
  cpSync(join(dataDir, 'tools', 'node_modules'), join(folder, '.data', 'tools', 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const short = commit.slice(0, 8);
  await log.step({ doing: `Building ${short}`, done: `${short} built` }, (update) => {
    const onLine = (line) => update(`Building ${short}: ${line.replace(/^… /, '')}`);
    return runTool('npm', ['run', '--silent', 'build'], {
      what: 'The build',
      cwd: folder,
      env: toolEnv(),
      onLine,
    });
  });
  writeFileSync(finished, '');
  return folder;
}

let child;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopTools();
    child?.kill(signal);
  });
}

try {
  await prepare({ log });
  const folder = await buildRelease(chooseCommit(process.argv[2]));
  child = spawn(process.execPath, ['infra/test.mjs', '--config', 'tests/upgrade/jest.config.mjs'], {
    cwd: root,
    env: { ...process.env, SLIPWAY_UPGRADE_FROM: folder },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
