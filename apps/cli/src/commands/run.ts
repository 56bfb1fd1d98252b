import { ChildExit } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { logOptions, readLogTarget } from '../uploading/log-options.js';
import { runStep } from '../uploading/run-step.js';
import { startUpload } from '../uploading/upload-step.js';

export const command = defineCommand({
  summary: 'Run a build step and upload its output while it runs',
  description:
    'Runs the command that follows `--`. Its output, its exit code and the signals that it gets stay as they are, also ' +
    'while the service is unreachable: the output then waits on the disk. Unless given, the job and number of the build ' +
    'come from the variables that Jenkins, GitHub Actions, Buildkite or TeamCity set. SLIPWAY_WEBHOOK_TOKEN holds the ' +
    'token of a Jenkins, Buildkite, GitHub or game engine integration.',
  examples: [
    'slipway run --job harbor-win64 --number 412 -- ./build.sh --config Shipping',
    'slipway run --step Cook -- RunUAT.sh BuildCookRun -project=Harbor.uproject -cook',
  ],
  arguments: { command: { description: 'the command and its arguments, after --', many: true } },
  options: logOptions,
  async run(context, input) {
    const upload = await startUpload(context, () => readLogTarget(context, input));
    const end = await runStep(input.command, upload.add);
    if (end.problem !== undefined) context.output.warn(end.problem);
    await upload.finish(end);
    if (end.exitCode !== 0) throw new ChildExit(end.exitCode);
  },
});
