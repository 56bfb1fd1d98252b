/**
 * `npm run bench` runs the benchmarks of tests/load and prints a table of ratios; `npm run bench -- <names>` runs some.
 * `--against <commit>` builds that commit and measures it in the same rounds. `--record` writes the table into
 * infra/docs/contribute/performance.md, and the figures beside it. `--rounds` and `--seconds` make a run longer.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildCommit, requireCommit } from './build-commit.mjs';
import { createProgress } from './progress.mjs';
import { StepError, stopTools } from './tool.mjs';
import { prepare, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();
let child;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopTools();
    child?.kill(signal);
  });
}

const options = {
  against: { type: 'string' },
  record: { type: 'boolean' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
};

function requireWrk() {
  if (spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined) return;
  throw new StepError('The benchmarks need wrk: apt-get install wrk, or brew install wrk.');
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  requireWrk();
  const against = values.against === undefined ? undefined : requireCommit(values.against);
  await prepare({ log });
  const folder = against === undefined ? undefined : await buildCommit(against, { purpose: 'bench', log });
  const args = [
    ...positionals,
    ...(folder === undefined ? [] : ['--before', folder, '--against', against]),
    ...(values.record ? ['--record'] : []),
    ...['rounds', 'seconds'].flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]])),
  ];
  child = spawn(process.execPath, ['tests/load/run.mjs', ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
