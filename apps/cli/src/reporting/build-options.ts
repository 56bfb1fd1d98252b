import { type CapturedLog, SENT_BYTES } from '@slipway/diagnosis';
import { commonRedactor } from '@slipway/domain';
import type { CommandContext } from '../context.js';
import type { Option } from '../define-command.js';
import { readLog } from '../diagnose/read-log.js';
import { type DetectedBuild, detectBuild } from './detect-ci.js';

/** Options that identify the build; the CI system's variables provide the defaults. */
export const buildOptions = {
  job: { kind: 'text', value: 'name', description: 'the CI job' },
  number: { kind: 'text', value: 'number', description: 'the number of the build' },
  url: { kind: 'text', value: 'address', description: 'the web page of the build' },
  commit: { kind: 'text', value: 'sha', description: 'the commit being built' },
  changelist: { kind: 'text', value: 'number', description: 'the changelist being built' },
  branch: { kind: 'text', value: 'name', description: 'the branch being built' },
} as const satisfies Readonly<Record<string, Option>>;

interface ReadBuild extends DetectedBuild {
  readonly log: CapturedLog | undefined;
}

/** The build as given by the command line, or else by the CI system, with its log. */
export async function readBuild(
  context: CommandContext,
  input: DetectedBuild & { readonly log?: string | undefined },
): Promise<ReadBuild> {
  const detected = detectBuild(context.env);
  return {
    job: input.job ?? detected.job,
    number: input.number ?? detected.number,
    url: input.url ?? detected.url,
    commit: input.commit ?? detected.commit,
    changelist: input.changelist ?? detected.changelist,
    branch: input.branch ?? detected.branch,
    log: input.log === undefined ? undefined : await reportedLog(context, input.log),
  };
}

/**
 * The lines of the log that matter. A build that fails early may have no log yet, so a missing log does not fail the
 * report.
 */
async function reportedLog({ output, folder }: CommandContext, path: string): Promise<CapturedLog | undefined> {
  try {
    const { log } = await readLog(path, folder, { limit: SENT_BYTES, mask: commonRedactor.text });
    return { content: log.content, truncated: log.numbers !== undefined };
  } catch (error) {
    output.warn(`Reported without a log: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
