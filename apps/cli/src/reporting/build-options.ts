import { commonRedactor, redactLog, unmaskedLogTail } from '@slipway/domain';
import type { CommandContext } from '../context.js';
import type { Option } from '../define-command.js';
import { readLog } from '../diagnose/read-log.js';
import { type DetectedBuild, detectBuild } from './detect-ci.js';

/** Options that name the build; by default they are what the CI system says. */
export const buildOptions = {
  job: { kind: 'text', value: 'name', description: 'the CI job' },
  number: { kind: 'text', value: 'number', description: 'the number of the build' },
  url: { kind: 'text', value: 'address', description: 'the web page of the build' },
  commit: { kind: 'text', value: 'sha', description: 'the commit being built' },
  changelist: { kind: 'text', value: 'number', description: 'the changelist being built' },
  branch: { kind: 'text', value: 'name', description: 'the branch being built' },
} as const satisfies Readonly<Record<string, Option>>;

/** The end of a log, as much as the service stores. */
export type ReportedLog = ReturnType<typeof redactLog>;

interface ReadBuild extends DetectedBuild {
  readonly log: ReportedLog | undefined;
}

/** What the command line says about a build, else what the CI system says, and the end of its log. */
export function readBuild(
  context: CommandContext,
  input: DetectedBuild & { readonly log?: string | undefined },
): ReadBuild {
  const detected = detectBuild(context.env);
  return {
    job: input.job ?? detected.job,
    number: input.number ?? detected.number,
    url: input.url ?? detected.url,
    commit: input.commit ?? detected.commit,
    changelist: input.changelist ?? detected.changelist,
    branch: input.branch ?? detected.branch,
    log: input.log === undefined ? undefined : endOfLog(context, input.log),
  };
}

/**
 * The end of the log, masked here already: Slipway could not recognise a credential that the cut splits. A build that
 * fails early may have no log yet; its report is worth more than the log.
 */
function endOfLog({ output, folder }: CommandContext, path: string): ReportedLog | undefined {
  try {
    return redactLog(unmaskedLogTail(readLog(path, folder)), commonRedactor);
  } catch (error) {
    output.warn(`Reported without a log: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
