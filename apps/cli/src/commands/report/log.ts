import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { present, reportOptions, required } from '../../reporting/report.js';
import { logOptions, readLogTarget } from '../../uploading/log-options.js';
import { openLogFile } from '../../uploading/log-source.js';
import { uploadLog } from '../../uploading/upload-log.js';

/** How long a build waits for the upload of its log, after the log's end. */
const END_MS = 10 * 60_000;

export const command = defineCommand({
  summary: 'Upload the log of a build',
  description:
    'Uploads a log file as a whole, or with --follow while another program writes it, until Ctrl-C or SIGTERM. An upload ' +
    'that was interrupted goes on where it ended when the command is repeated. Unless given, the job and number of the ' +
    'build come from the variables that Jenkins, GitHub Actions, Buildkite or TeamCity set. SLIPWAY_WEBHOOK_TOKEN holds ' +
    'the token of a Jenkins, Buildkite, GitHub or game engine integration.',
  examples: [
    'slipway report log --job harbor-win64 --number 412 cook.log',
    'slipway report log --step Cook --follow Saved/Logs/Cook.log',
  ],
  arguments: { file: { description: 'the log file' } },
  options: {
    ...logOptions,
    follow: { kind: 'flag', description: 'go on while the file grows' },
    status: { kind: 'text', value: 'word', description: 'how the step ended: success, failure, aborted' },
    ...reportOptions,
  },
  async run(context, { file, follow, status, strict, ...input }) {
    const { output, folder, signal } = context;
    required(file, 'file');
    const log = await readLogTarget(context, input);
    const path = resolve(folder, file);
    const source = await openLogFile(path);
    let deadline = Number.POSITIVE_INFINITY;
    const stop = new AbortController();
    const end = () => stop.abort();
    signal.addEventListener('abort', end, { once: true });
    process.once('SIGTERM', end);
    try {
      let size = (await stat(path)).size;
      const isEnded = () => !follow || stop.signal.aborted;
      const outcome = await uploadLog(log, source, {
        ended() {
          if (!isEnded()) return null;
          if (deadline === Number.POSITIVE_INFINITY) deadline = Date.now() + END_MS;
          return { size, result: present({ status }) };
        },
        async wait(ms) {
          await new Promise((resume) => setTimeout(resume, ms));
          if (follow) size = (await stat(path)).size;
        },
        isOver: () => Date.now() > deadline,
      });
      if (outcome.kind === 'uploaded') return output.note('The log is uploaded.');
      if (strict) throw new CliError(`The log is not uploaded: ${outcome.reason}.`);
      output.warn(`The log is not uploaded: ${outcome.reason}.`);
    } finally {
      process.removeListener('SIGTERM', end);
      await source.close();
    }
  },
});
