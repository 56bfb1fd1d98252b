/** Builds other commits of this repository, to upgrade from them or to compare with them. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, StepError, toolEnv } from './tool.mjs';
import { root } from './workspace.mjs';

const dataDir = join(root, '.data');

/** The full hash of a commit; undefined if this clone does not have it. */
export function findCommit(name) {
  try {
    const args = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** As `findCommit`, for a commit that a person has named. */
export function requireCommit(name) {
  const found = findCommit(name);
  if (found === undefined) throw new StepError(`This clone has no commit ${name}.`);
  return found;
}

/**
 * Builds a commit with its own scripts, in a folder below `.data/<purpose>`, and returns that folder. A finished build of
 * the same commit is reused; builds of other commits are deleted.
 */
export async function buildCommit(commit, { purpose, log }) {
  const builds = join(dataDir, purpose);
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
