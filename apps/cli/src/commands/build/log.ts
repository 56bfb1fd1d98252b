import { BuildLog, getBuildLog } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { filtersOf, readFilters } from '../../resources/filters.js';
import { buildArgument, buildOptions, callForBuild, findBuild } from '../../resources/find-build.js';
import { readLogLines } from '../../resources/read-log-lines.js';

export const command = defineCommand({
  summary: 'Print a build log',
  description: 'Prints the whole log unless --tail, --from-line or --lines selects part of it.',
  examples: [
    'slipway build log 31 | grep -n error',
    'slipway build log 1848 --job Harbor-Win64 --tail 50',
    'slipway build log 31 --from-line 1200 --lines 40',
  ],
  project: true,
  json: fieldsOf(BuildLog),
  arguments: { id: buildArgument },
  // The command reads as many pages as it needs, so the limit and the default of one page do not apply.
  options: {
    ...buildOptions,
    ...filtersOf(getBuildLog),
    lines: { kind: 'number', description: 'how many lines to print' },
  },
  async run(context, { id, job, ...input }) {
    const { output } = context;
    const { tail, from_line: fromLine, lines } = readFilters(getBuildLog, input);
    if (tail !== undefined && (fromLine !== undefined || lines !== undefined))
      throw new CliError('--tail cannot be combined with --from-line and --lines.');
    const client = await context.client();
    const params = await findBuild(context, { id, job });
    const log = await callForBuild(context, params, () =>
      tail === undefined
        ? readLogLines(client, { params, fromLine, lines })
        : client.call(getBuildLog, { params, query: { tail } }),
    );
    if (output.json !== null) return output.value(log);
    if (log.total_lines === 0) return output.note('The build has no log.');
    if (log.truncated && log.from_line === 1) output.note('Part of the log was dropped when it was captured.');
    for (const line of log.lines) output.colouredLine(line);
  },
});
