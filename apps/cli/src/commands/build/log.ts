import type { Client } from '@slipway/client';
import { BuildLog, getBuildLog, MAX_LOG_LINES } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { filtersOf, readFilters } from '../../resources/filters.js';

interface LogRequest {
  readonly params: { readonly project_id: string; readonly build_run_id: string };
  readonly fromLine: number;
  /** Undefined means all lines. */
  readonly lines: number | undefined;
}

/** Reads a log in as many requests as it needs. */
async function readLog(client: Client, { params, fromLine, lines: wanted }: LogRequest): Promise<BuildLog> {
  const lines: string[] = [];
  const missing = () => (wanted ?? Number.MAX_SAFE_INTEGER) - lines.length;
  for (;;) {
    const query = { from_line: fromLine + lines.length, lines: Math.min(missing(), MAX_LOG_LINES) };
    const part = await client.call(getBuildLog, { params, query });
    lines.push(...part.lines);
    const isComplete = fromLine + lines.length > part.total_lines || missing() <= 0;
    if (isComplete || part.lines.length === 0) return { ...part, from_line: fromLine, lines };
  }
}

export const command = defineCommand({
  summary: 'Print a build log',
  description: 'Prints the whole log unless --tail, --from-line or --lines selects part of it.',
  examples: [
    'slipway build log 31 | grep -n error',
    'slipway build log 31 --tail 50',
    'slipway build log 31 --from-line 1200 --lines 40',
  ],
  project: true,
  json: fieldsOf(BuildLog),
  arguments: { id: { description: 'the id of the build' } },
  // The command reads as many pages as it needs, so the limit and the default of one page do not apply.
  options: { ...filtersOf(getBuildLog), lines: { kind: 'number', description: 'how many lines to print' } },
  async run({ client, project, output }, { id, ...input }) {
    const { tail, from_line: fromLine, lines } = readFilters(getBuildLog, input);
    if (tail !== undefined && (fromLine !== undefined || lines !== undefined))
      throw new CliError('--tail cannot be combined with --from-line and --lines.');
    const params = { project_id: (await project()).id, build_run_id: id };
    const log =
      tail === undefined
        ? await readLog(await client(), { params, fromLine: fromLine ?? 1, lines })
        : await (await client()).call(getBuildLog, { params, query: { tail } });
    if (output.json !== null) return output.value(log);
    if (log.total_lines === 0) return output.note('The build has no log.');
    if (log.truncated && log.from_line === 1) output.note('Older output was dropped when the log was captured.');
    for (const line of log.lines) output.colouredLine(line);
  },
});
