import { type BuildRunDetail, BuildRunDetail as BuildSchema, getBuildRun } from '@slipway/contracts';
import { isOver } from '@slipway/domain';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { showBuild } from '../../resources/show-build.js';

const DEFAULT_INTERVAL_SECONDS = 3;

function describe({ ci_job_name, build_number, status, steps }: BuildRunDetail): string {
  const step = steps.findLast((candidate) => candidate.finished_at === null) ?? steps.at(-1);
  return `${ci_job_name} #${build_number}: ${status}${step === undefined ? '' : `, ${step.name}`}`;
}

/** Polls the build until it ends, and prints a line whenever its description changes. */
async function watch(context: CommandContext, id: string, intervalMs: number): Promise<BuildRunDetail> {
  const client = await context.client();
  const params = { project_id: (await context.project()).id, build_run_id: id };
  const progress = context.output.progress(`Build ${id}`);
  try {
    for (let shown = ''; ; ) {
      const build = await client.call(getBuildRun, { params });
      if (isOver(build.status)) return build;
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
  description: 'Ctrl-C stops watching with exit code 2; the build continues.',
  examples: ['slipway build watch 31', 'slipway build watch 31 --exit-status && ./upload.sh'],
  project: true,
  json: fieldsOf(BuildSchema),
  arguments: { id: { description: 'the id of the build' } },
  options: {
    exitStatus: { kind: 'flag', description: 'exit with 1 if the build failed or was cancelled' },
    interval: {
      kind: 'number',
      short: 'i',
      description: `seconds between requests (default: ${DEFAULT_INTERVAL_SECONDS})`,
      value: 'seconds',
    },
  },
  async run(context, { id, exitStatus, interval = DEFAULT_INTERVAL_SECONDS }) {
    const build = await watch(context, id, Math.max(interval, 1) * 1_000);
    await context.output.record(build, showBuild(build));
    if (exitStatus && ['failed', 'cancelled'].includes(build.status))
      throw new CliError(`The build finished as ${build.status}.`, {
        hint: `Next: slipway build investigate ${id}`,
      });
  },
});
