import { diagnoseBatch, diagnoseTimed, printedAnswer, printedReport } from '@slipway/diagnosis/print';
import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { readLog } from '../diagnose/read-log.js';

export const command = defineCommand({
  summary: 'Find out why a build failed from its log, without a service',
  description: 'The log may be UTF-8 or UTF-16, and compressed with gzip. `-` reads the standard input.',
  examples: [
    'slipway diagnose build.log',
    'slipway diagnose build.log --baseline passing.log --json',
    'zcat build.log.gz | slipway diagnose -',
  ],
  arguments: { file: { description: 'the log of a failed build; - reads it from stdin', optional: true } },
  options: {
    baseline: {
      kind: 'text',
      value: 'file',
      description: 'the log of a passing build of the same job; its lines are not the cause',
    },
    json: { kind: 'flag', description: 'print one JSON object instead of a report' },
    batch: {
      kind: 'flag',
      description: 'read one JSON object {id, log, baseline} per line, write one answer per line',
    },
  },
  async run({ output, stdout, folder }, { file, baseline, json, batch }) {
    if (batch) return runBatch(output);
    if (file === undefined) throw new CliError('Specify the log to diagnose, or - for standard input.');
    const read = await readLog(file, folder);
    const passing = baseline === undefined ? null : (await readLog(baseline, folder)).log.content;
    const timed = diagnoseTimed(read.log, passing);
    if (json) return output.line(JSON.stringify(printedAnswer(timed), null, 2));
    const coloured = output.colours.isColorSupported;
    stdout.write(printedReport({ file, ...read, found: timed.found, compared: passing !== null, coloured }));
  },
});

async function runBatch(output: { line(text: string): void; warn(text: string): void }): Promise<void> {
  let problems = 0;
  for await (const { line, answer } of diagnoseBatch(process.stdin)) {
    if (answer !== null) output.line(answer);
    else output.warn(`line ${line} of the input is not a JSON object with an id`);
    problems += answer === null ? 1 : 0;
  }
  if (problems > 0) {
    const lines = problems === 1 ? '1 line' : `${problems} lines`;
    throw new CliError(`${lines} of the input could not be read.`);
  }
}
