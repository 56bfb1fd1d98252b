import { BuildRunDetail } from '@slipway/contracts';
import { isOver } from '@slipway/domain';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/json.js';
import { type BuildPath, buildArgument, buildOptions, findBuild } from '../../resources/find-build.js';
import { type ReadBuild, readBuild } from '../../resources/read-build.js';
import { showBuild } from '../../resources/show-build.js';

const DEFAULT_INTERVAL_SECONDS = 3;

function describe({ ci_job_name, build_number, status, steps }: ReadBuild): string {
  const step = steps.findLast((candidate) => candidate.finished_at === null) ?? steps.at(-1);
  return `${ci_job_name} #${build_number}: ${status}${step === undefined ? '' : `, ${step.name}`}`;
}

/** Polls the build until it ends or is stale, and prints a line whenever its description changes. */
async function watch(context: CommandContext, path: BuildPath, intervalMs: number): Promise<ReadBuild> {
  const progress = context.output.progress(`Build ${path.build_run_id}`);
  try {
    for (let shown = ''; ; ) {
      const build = await readBuild(context, path);
      if (isOver(build.status) || build.is_stale) return build;
      const text = describe(build);
      progress.update(text);
      if (!context.output.isTerminal && context.output.json === null && text !== shown) context.output.line(text);
      shown = text;
      await context.sleep(intervalMs);
    }
  } finally {
    progress.stop();
  }
}

export const command = defineCommand({
  summary: 'Watch a build until it finishes',
  description:
    'Without an id, watches the newest build of the project, or of the job given with --job. Stops when nothing was ' +
    'reported about the build for so long that it no longer counts as running. Ctrl-C stops watching with exit code ' +
    '2; the build continues.',
  examples: [
    'slipway build watch',
    'slipway build watch --job Harbor-Win64',
    'slipway build watch 31 --exit-status && ./upload.sh',
  ],
  project: true,
  json: [...fieldsOf(BuildRunDetail), 'is_stale'],
  arguments: { id: { ...buildArgument, optional: true } },
  options: {
    ...buildOptions,
    exitStatus: { kind: 'flag', description: 'exit with 1 if the build failed, was cancelled or is stale' },
    interval: {
      kind: 'number',
      short: 'i',
      description: `seconds between requests (default: ${DEFAULT_INTERVAL_SECONDS})`,
      value: 'seconds',
    },
  },
  async run(context, { id, job, exitStatus, interval = DEFAULT_INTERVAL_SECONDS }) {
    const path = await findBuild(context, { id, job });
    const build = await watch(context, path, Math.max(interval, 1) * 1_000);
    await context.output.record(build, showBuild(build));
    if (exitStatus && build.is_stale)
      throw new CliError('The build is stale: it stopped reporting.', { hint: 'Check its build machine.' });
    if (exitStatus && ['failed', 'cancelled'].includes(build.status))
      throw new CliError(`The build finished as ${build.status}.`, {
        hint: `Next: slipway build investigate ${build.id}`,
      });
  },
});
