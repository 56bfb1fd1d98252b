import type { CapturedLog } from '@slipway/diagnosis';
import { BUILD_STATUS_WORDS, buildStatusOfWord, isOver } from '@slipway/domain';
import { CliError, EXIT } from '../cli-error.js';
import type { DetectedBuild } from './detect-ci.js';
import { knownWord, present, type Report, required } from './report.js';

export interface BuildInput extends DetectedBuild {
  readonly status: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly duration?: number | undefined;
  readonly buildType?: string | undefined;
  readonly targetType?: string | undefined;
  /** `name=address`. */
  readonly artifacts?: readonly string[] | undefined;
  readonly log?: CapturedLog | undefined;
}

/** The flat report of a build, or with a signing secret the signed notification, which has fewer fields. */
export function buildReport(input: BuildInput, isSigned: boolean, now: number): Report {
  const job = required(input.job, '--job');
  const number = required(input.number, '--number');
  const status = knownWord(required(input.status, '--status'), '--status', BUILD_STATUS_WORDS);
  const title = `build ${job} #${number}, ${status.toLowerCase()}`;
  // The report may be sent later, so it contains its own times.
  const kind = buildStatusOfWord(status);
  const times = {
    started_at: input.startedAt ?? (kind === 'building' ? new Date(now).toISOString() : undefined),
    finished_at: input.finishedAt ?? (isOver(kind) ? new Date(now).toISOString() : undefined),
  };
  if (isSigned) {
    const body = notification({ ...input, job, status }, times, now);
    return { provider: 'jenkins', path: 'ci/build_notification', title, body };
  }
  const body = present({
    job_name: job,
    build_number: number,
    status,
    build_url: input.url,
    changelist: input.changelist,
    commit: input.commit,
    branch: input.branch,
    ...times,
    duration_seconds: input.duration,
    build_type: input.buildType,
    target_type: input.targetType,
    artifacts: input.artifacts?.map(readArtifact),
    logs_tail: input.log?.content,
    log_truncated: input.log?.truncated,
  });
  return { provider: 'jenkins', path: 'ci', title, body };
}

interface Times {
  readonly started_at: string | undefined;
  readonly finished_at: string | undefined;
}

/** The body that Jenkins' Notification plugin sends. */
function notification(input: BuildInput & { status: string }, times: Times, now: number) {
  const artifacts = input.artifacts?.map(readArtifact).map(({ name, url }) => [name, { archive: url }]);
  return {
    name: input.job,
    build: present({
      number: input.number,
      ...phaseOf(input.status),
      full_url: input.url,
      timestamp: timeOf(times.finished_at) ?? timeOf(times.started_at) ?? now,
      duration: durationOf(input.duration, times),
      scm: present({ branch: input.branch, commit: input.commit }),
      artifacts: artifacts && Object.fromEntries(artifacts),
      log: input.log?.content,
      log_truncated: input.log?.truncated,
    }),
  };
}

/** The plugin has phases for the start and end of a build; the service reads the others as a status. */
function phaseOf(word: string): { readonly phase: string; readonly status?: string } {
  const kind = buildStatusOfWord(word);
  if (kind === 'queued') return { phase: 'QUEUED' };
  if (kind === 'building') return { phase: 'STARTED' };
  return { phase: isOver(kind) ? 'COMPLETED' : word.toUpperCase(), status: word };
}

/** In milliseconds. The plugin's final notification does not contain the start time. */
function durationOf(seconds: number | undefined, times: Times): number | undefined {
  if (seconds !== undefined) return seconds * 1_000;
  const [start, end] = [timeOf(times.started_at), timeOf(times.finished_at)];
  return start === undefined || end === undefined ? undefined : end - start;
}

function timeOf(written: string | undefined): number | undefined {
  return Date.parse(written ?? '') || undefined;
}

function readArtifact(written: string): { name: string; url: string } {
  const [, name = '', url = ''] = /^([^=]+)=(https?:\/\/.+)$/.exec(written) ?? [];
  if (name === '') throw new CliError('--artifact must be name=address.', { code: EXIT.misreported });
  return { name, url };
}
