import type { BuildRunDetail } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { readLogLines } from './read-log-lines.js';

/** A few screens. */
const MAX_CHARACTERS = 32_000;

/** Prints the part of a build's log that reports its failure. */
export async function showFailedLog(context: CommandContext, build: BuildRunDetail): Promise<void> {
  const { output } = context;
  if (build.status !== 'failed') return output.note(`The build did not fail: it is ${build.status}.`);
  if (!build.has_log) return output.note('The build has no log.');
  const params = { project_id: build.project_id, build_run_id: build.id };
  const { lines } = await readLogLines(await context.client(), { params });
  const { cutLog, failedPart } = await import('@slipway/diagnosis');
  const { content } = cutLog(failedPart(lines.join('\n')), MAX_CHARACTERS);
  for (const line of content.split('\n')) output.colouredLine(line);
  output.note(`\nThe whole log: slipway build log ${build.id}`);
}
