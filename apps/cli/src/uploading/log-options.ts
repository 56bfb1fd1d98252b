import { CliError, EXIT } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { Option } from '../define-command.js';
import { detectAttempt, detectBuild } from '../reporting/detect-ci.js';
import { present, required } from '../reporting/report.js';
import type { UploadedLog } from './upload-log.js';

/** Options that identify the log; the CI system's variables provide the defaults. */
export const logOptions = {
  job: { kind: 'text', value: 'name', description: 'the CI job' },
  number: { kind: 'text', value: 'number', description: 'the number of the build' },
  step: { kind: 'text', value: 'name', description: 'the step of the build, if it has several logs' },
} as const satisfies Readonly<Record<string, Option>>;

interface LogInput {
  readonly job: string | undefined;
  readonly number: string | undefined;
  readonly step: string | undefined;
}

/** The log that the command line or the CI system names. */
export async function readLogTarget(context: CommandContext, input: LogInput): Promise<UploadedLog> {
  const { env } = context;
  const { SLIPWAY_WEBHOOK_TOKEN: token = '' } = env;
  if (!/^[0-9a-fA-F]{64}$/.test(token))
    throw new CliError('Set SLIPWAY_WEBHOOK_TOKEN to the webhook token of the integration.', {
      code: EXIT.misreported,
      hint: 'The console shows it when the integration is created.',
    });
  const detected = detectBuild(env);
  const opening = present({
    job_name: required(input.job ?? detected.job, '--job'),
    build_number: required(input.number ?? detected.number, '--number'),
    // A retried Buildkite job is the same build, so its output is that of another step.
    step: stepOf(input.step, detectAttempt(env)),
  });
  return { url: `${(await context.session()).host}/webhooks/log`, token, opening };
}

function stepOf(step: string | undefined, attempt = 1): string | undefined {
  return attempt === 1 ? step : `${step ?? 'build'} (attempt ${attempt})`;
}
