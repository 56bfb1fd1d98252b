import { getBuildRun, type Investigation, investigateBuildRun, Investigation as Schema } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/json.js';
import {
  type BuildPath,
  buildArgument,
  buildOptions,
  callForBuild,
  findBuild,
} from '../../resources/find-build.js';
import { readSuspects } from '../../resources/read-build.js';
import { showInvestigation } from '../../resources/show-build.js';

const POLL_MS = 1_500;

function describe({ status, steps }: Investigation): string {
  const step = steps.findLast((candidate) => candidate.status === 'running') ?? steps.at(-1);
  return step === undefined ? `Investigation ${status}` : `${step.name}: ${step.status}`;
}

/** Polls the build, not the POST endpoint: after a failed investigation, a POST would start and charge another one. */
async function follow(context: CommandContext, params: BuildPath, started: Investigation): Promise<Investigation> {
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
    'slipway build investigate 1848 --job Harbor-Win64',
    'slipway build investigate 31 --json diagnosis,suggested_fix,evidence',
  ],
  project: true,
  json: fieldsOf(Schema),
  arguments: { id: buildArgument },
  options: {
    ...buildOptions,
    noWait: { kind: 'flag', description: 'start it without waiting for the result' },
  },
  async run(context, { id, job, noWait }) {
    const params = await findBuild(context, { id, job });
    const client = await context.client();
    const started = await callForBuild(context, params, () => client.call(investigateBuildRun, { params }));
    const investigation = noWait ? started : await follow(context, params, started);
    const suspects =
      investigation.status === 'completed' && context.output.json === null
        ? await readSuspects(client, params)
        : null;
    await context.output.record(investigation, showInvestigation(investigation, suspects));
    if (investigation.status === 'failed')
      throw new CliError('The investigation failed.', { hint: 'Run the command again to start another one.' });
  },
});
