import { CulpritSearch, getCulpritSearch, startCulpritSearch, stopCulpritSearch } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand, type Options } from '../../define-command.js';
import { fieldsOf } from '../../output/json.js';
import { scopeNote } from '../../resources/scope-note.js';
import { showCulpritSearch } from '../../resources/show-culprit-search.js';

const options = {
  start: { kind: 'flag', description: 'start a search, in which Slipway asks the build tool for runs' },
  stop: { kind: 'flag', description: 'stop the search; runs that have started go on' },
  maxRuns: { kind: 'number', value: 'count', description: 'with --start: the most runs, 20 by default' },
} as const satisfies Options;

export const command = defineCommand({
  summary: 'Show how likely each change is to have caused a problem, or search for the culprit',
  ...scopeNote(getCulpritSearch),
  examples: [
    'slipway problem culprit 12',
    'slipway problem culprit 12 --start --max-runs 10',
    'slipway problem culprit 12 --stop',
    'slipway problem culprit 12 --json changes --jq ".changes[].probability"',
  ],
  project: true,
  json: fieldsOf(CulpritSearch),
  arguments: { id: { description: 'the id of the problem' } },
  options,
  async run(context, { id, start, stop, maxRuns }) {
    if (start && stop) throw new CliError('--start and --stop exclude each other.');
    if (maxRuns !== undefined && !start) throw new CliError('--max-runs needs --start.');
    const search = await send(context, { id, start, stop, maxRuns });
    await context.output.record(search, showCulpritSearch(search));
  },
});

interface Request {
  readonly id: string;
  readonly start: boolean;
  readonly stop: boolean;
  readonly maxRuns: number | undefined;
}

async function send(context: CommandContext, { id, start, stop, maxRuns }: Request): Promise<CulpritSearch> {
  const { id: projectId } = await context.project();
  const client = await context.client();
  const params = { project_id: projectId, problem_id: id };
  if (stop) return client.call(stopCulpritSearch, { params });
  if (!start) return client.call(getCulpritSearch, { params });
  return client.call(startCulpritSearch, { params, body: maxRuns === undefined ? {} : { max_runs: maxRuns } });
}
