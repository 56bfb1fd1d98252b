import { getBuildRun, type Investigation, investigateBuildRun, Investigation as Schema } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { showInvestigation } from '../../resources/show-build.js';

const POLL_MS = 1_500;

function describe({ status, steps }: Investigation): string {
  const step = steps.findLast((candidate) => candidate.status === 'running') ?? steps.at(-1);
  return step === undefined ? `Investigation ${status}` : `${step.name}: ${step.status}`;
}

interface BuildParams {
  readonly project_id: string;
  readonly build_run_id: string;
}

/** Polls the build, not the POST endpoint: after a failed investigation, a POST would start and charge another one. */
async function follow(
  context: CommandContext,
  params: BuildParams,
  started: Investigation,
): Promise<Investigation> {
  const client = await context.client();
  const progress = context.output.progress(describe(started));
  try {
    for (let current = started; ; ) {
      if (current.status === 'completed' || current.status === 'failed') return current;
      progress.update(describe(current));
      await context.sleep(POLL_MS);
      current = (await client.call(getBuildRun, { params })).investigation ?? current;
    }
  } finally {
    progress.stop();
  }
}

export const command = defineCommand({
  summary: 'Find out why a build failed',
  description:
    'Starts an investigation, which costs account credits and counts against the daily limit, and waits for ' +
    'the result. If the build already has an investigation, shows that one at no cost.',
  examples: [
    'slipway build investigate 31',
    'slipway build investigate 31 --json diagnosis,suggested_fix,evidence',
  ],
  project: true,
  json: fieldsOf(Schema),
  arguments: { id: { description: 'the id of a failed build' } },
  options: { noWait: { kind: 'flag', description: 'start it without waiting for the result' } },
  async run(context, { id, noWait }) {
    const params = { project_id: (await context.project()).id, build_run_id: id };
    const started = await (await context.client()).call(investigateBuildRun, { params });
    const investigation = noWait ? started : await follow(context, params, started);
    await context.output.record(investigation, showInvestigation(investigation));
    if (investigation.status === 'failed')
      throw new CliError('The investigation failed.', { hint: 'Run the command again to start another one.' });
  },
});
