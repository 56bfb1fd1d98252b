import {
  type CulpritRun,
  CulpritSearch,
  getCulpritSearch,
  startCulpritSearch,
  stopCulpritSearch,
} from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand, type Options } from '../../define-command.js';
import type { RecordView } from '../../output/details.js';
import { fieldsOf } from '../../output/json.js';
import { scopeNote } from '../../resources/scope-note.js';

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
    await context.output.record(search, viewOf(search));
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

const percent = (chance: number) => `${(chance * 100).toFixed(1)} %`;

function viewOf(search: CulpritSearch): RecordView {
  const { search: stored } = search;
  return {
    title: search.explanation,
    details: [
      { label: 'state', value: search.state, as: 'status' },
      {
        label: 'last pass',
        value: search.last_passing_build_run_id && `build ${search.last_passing_build_run_id}`,
      },
      {
        label: 'first failure',
        value: search.first_failed_build_run_id && `build ${search.first_failed_build_run_id}`,
      },
      { label: 'next run', value: search.next_run?.display_identifier ?? null },
      {
        label: 'search',
        value: stored && `${stored.state}, ${stored.runs_used} of ${stored.max_runs} runs by ${stored.runs_by}`,
      },
      { label: 'no runs', value: search.runs_unavailable },
    ],
    sections: [
      {
        heading: 'Changes, newest first',
        lines: search.changes
          .toReversed()
          .map(({ probability, display_identifier, passed, failed, author_user_id }) =>
            [
              percent(probability).padStart(7),
              display_identifier,
              passed === 0 ? '' : `passed ${passed}`,
              failed === 0 ? '' : `failed ${failed}`,
              author_user_id === null ? '' : `user:${author_user_id}`,
            ]
              .filter(Boolean)
              .join('  '),
          ),
      },
      {
        heading: 'No change to blame',
        lines: search.no_culprit_probability === null ? [] : [percent(search.no_culprit_probability).padStart(7)],
      },
      { heading: 'Runs of the search', lines: search.runs.map(lineOf) },
    ],
  };
}

function lineOf({ display_identifier: name, outcome, build_run_id: build }: CulpritRun): string {
  return [name, outcome, ...(build === null ? [] : [`build ${build}`])].join('  ');
}
