/**
 * `npm run test:upgrade`, or `npm run test:upgrade -- <commit>`: builds an earlier release, which is that commit or by
 * default the previous one. Under load, replaces its processes with those of this checkout, and back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildCommit, findCommit, requireCommit } from './build-commit.mjs';
import { createProgress } from './progress.mjs';
import { StepError, stopTools } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();

/** The commit to upgrade from. */
function chooseCommit(wanted) {
  if (wanted !== undefined) return requireCommit(wanted);
  const before = findCommit('HEAD~1');
  if (before !== undefined) return before;
  const current = findCommit('HEAD');
  if (current === undefined) throw new StepError('This is not a clone: git finds no commit.');
  log.warn('This clone has no commit before the current one (it may be shallow): this one is built twice.');
  return current;
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
  const folder = await buildCommit(chooseCommit(process.argv[2]), { purpose: 'upgrade', log });
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
